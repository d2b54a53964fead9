//! The payment API for members: `GET /payment/packages`, `POST /payment/checkout`, `GET
//! /payment/purchases/{id}` and its receipt. fn-stripe-webhook handles Stripe's events.

mod checkout;

use crate::payments::account::{Payments, purchase_error, retry_policy, shown};
use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use billing::ledger::{Purchase, UserId};
use billing::payments::{Begun, Packages, PaymentProvider, PurchaseError};
use serde_json::{Value, json};

use checkout::ReturnOrigin;

const PACKAGES_CACHE_SECONDS: u32 = 300;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    payments: Payments,
    packages: Packages,
    site: Option<String>,
}

impl Function {
    /// Reads `SITE_ORIGIN` and the settings of [`Payments`].
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self {
            payments: Payments::from_env().await?,
            packages: Packages::load().map_err(|error| AppError::internal(&error))?,
            site: crate::runtime::optional("SITE_ORIGIN"),
        })
    }

    /// Answers one request of the payment API.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        self.payments.on()?;
        match request.route() {
            ["GET", "/payment/packages"] => Ok(RestAnswer::cached(&self.sold(), PACKAGES_CACHE_SECONDS)),
            ["POST", "/payment/checkout"] => self.check_out(&request).await,
            ["GET", "/payment/purchases/{id}"] => self.purchase(&request).await,
            ["GET", "/payment/purchases/{id}/receipt"] => self.receipt(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    fn sold(&self) -> Value {
        let packages = self.packages.all().map(|package| {
            let prices: serde_json::Map<String, Value> = package
                .prices()
                .map(|price| (price.currency.as_str().to_owned(), price.cents.get().into()))
                .collect();
            json!({ "id": package.id.as_str(), "credits": package.credits.get(), "prices": prices })
        });
        json!({ "packages": packages.collect::<Vec<_>>() })
    }

    async fn check_out(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let member = member(request)?;
        let wanted = checkout::read(request)?;
        let back = ReturnOrigin::new(self.site.as_deref(), request.header("origin"))?;
        let account = self.payments.account().await?;
        let order = wanted.order(&self.packages, member, &back)?;
        let begun = self
            .payments
            .service(&account)
            .begin(&order, crate::payments::account::now(), &mut retry_policy())
            .await;
        Ok(RestAnswer::json(&match begun.map_err(purchase_error)? {
            Begun::PayAt(url) => json!({ "url": url }),
            Begun::Over(purchase) => json!({ "purchase": shown(&purchase) }),
        }))
    }

    async fn purchase(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        Ok(RestAnswer::json(&json!({ "purchase": shown(&self.own(request).await?) })))
    }

    async fn receipt(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let none = || RestError::new(404, "NO_RECEIPT", "There is no receipt: this purchase was not paid.");
        let session = self.own(request).await?.session.ok_or_else(none)?;
        let account = self.payments.account().await?;
        let receipt = account.stripe.receipt(&session).await;
        let url = receipt.map_err(|error| purchase_error(error.into()))?.ok_or_else(none)?;
        Ok(RestAnswer::json(&json!({ "url": url })))
    }

    async fn own(&self, request: &RestRequest) -> Result<Purchase, RestError> {
        let member = member(request)?;
        // An invalid id is an unknown purchase.
        let id = checkout::purchase_id(request.path_parameter("id"))
            .ok_or_else(|| purchase_error(PurchaseError::Unknown))?;
        let account = self.payments.account().await?;
        let service = self.payments.service(&account);
        let looked = service
            .settled_purchase_of_member(&member, &id, crate::payments::account::now(), &mut retry_policy())
            .await;
        looked.map_err(purchase_error)
    }
}

fn member(request: &RestRequest) -> Result<UserId, RestError> {
    let bearer = request.bearer().ok_or_else(RestError::unauthorized)?;
    UserId::new(bearer.sub).map_err(|_| RestError::unauthorized())
}
