//! The payment port on Stripe. No other crate uses async-stripe.
//!
//! Converts the types of the pinned API version to those of the port. Responses, keys and buyer input are not
//! logged or passed on.

mod account;
mod answers;
mod requests;

pub use account::{Account, BadAccount};

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use billing::ledger::{Cents, CheckoutSession, PaymentIntent};
use billing::payments::{Checkout, Order, PaymentProvider, ProviderError, RefundsAndDisputes};
use stripe::{
    ApiErrorsCode, Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest,
};
use stripe_checkout::checkout_session::{ListCheckoutSession, RetrieveCheckoutSession};
use stripe_core::dispute::ListDispute;
use stripe_core::refund::{CreateRefund, ListRefund};

/// Timeout of one request.
pub const TIMEOUT: Duration = Duration::from_secs(8);
/// Page size for refunds and disputes; a second page is an error.
const PAGE: i64 = 100;

/// Client of Stripe's API.
pub struct Stripe {
    client: Client,
}

impl Stripe {
    /// A client with this secret key; `url` replaces Stripe's address.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if the key or address is invalid.
    pub fn new(secret_key: &str, url: Option<&str>, timeout: Duration) -> Result<Self, ProviderError> {
        let builder = ClientBuilder::new(secret_key).timeout(timeout).request_strategy(RequestStrategy::Once);
        let builder = match url {
            Some(url) => builder.url(format!("{}/", url.trim_end_matches('/'))),
            None => builder,
        };
        // The error's text would contain the address or the key.
        let client = builder
            .build()
            .map_err(|_| ProviderError::Refused("the key or the address is not valid".into()))?;
        Ok(Self { client })
    }
}

impl PaymentProvider for Stripe {
    async fn open(&self, order: &Order) -> Result<Checkout, ProviderError> {
        let strategy = idempotent_request(&format!("checkout-{}", order.purchase))?;
        let request = requests::session(order)?.customize().request_strategy(strategy);
        let session = request.send(&self.client).await.map_err(failure)?;
        answers::checkout(&session)
    }

    async fn checkout(&self, session: &CheckoutSession) -> Result<Option<Checkout>, ProviderError> {
        let request =
            RetrieveCheckoutSession::new(session.as_str()).expand(vec!["payment_intent".to_owned()]);
        match request.send(&self.client).await {
            Ok(session) => answers::checkout(&session).map(Some),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    async fn checkout_of(&self, intent: &PaymentIntent) -> Result<Option<Checkout>, ProviderError> {
        let request = ListCheckoutSession::new().payment_intent(intent.as_str()).limit(1);
        let found = match request.send(&self.client).await {
            Ok(found) => found,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(failure(error)),
        };
        // Lists do not contain payments, so the session is fetched.
        match found.data.first().map(|session| CheckoutSession::new(session.id.as_str())) {
            None => Ok(None),
            Some(Ok(session)) => self.checkout(&session).await,
            Some(Err(_)) => Err(ProviderError::Unreadable("a session's id".into())),
        }
    }

    async fn receipt(&self, session: &CheckoutSession) -> Result<Option<String>, ProviderError> {
        let request = RetrieveCheckoutSession::new(session.as_str())
            .expand(vec!["payment_intent.latest_charge".to_owned()]);
        match request.send(&self.client).await {
            Ok(session) => Ok(answers::receipt(&session)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    async fn money(&self, intent: &PaymentIntent) -> Result<RefundsAndDisputes, ProviderError> {
        let refunds = ListRefund::new().payment_intent(intent.as_str()).limit(PAGE).send(&self.client).await;
        let refunds = refunds.map_err(failure)?;
        let disputes =
            ListDispute::new().payment_intent(intent.as_str()).limit(PAGE).send(&self.client).await;
        let disputes = disputes.map_err(failure)?;
        if refunds.has_more || disputes.has_more {
            return Err(ProviderError::Unreadable("more refunds or disputes than a page holds".into()));
        }
        Ok(RefundsAndDisputes {
            refunds: refunds.data.iter().map(answers::refund).collect::<Result<_, _>>()?,
            disputes: disputes.data.iter().map(answers::dispute).collect::<Result<_, _>>()?,
        })
    }

    async fn refund(
        &self,
        intent: &PaymentIntent,
        cents: Cents,
        key: &str,
        metadata: &BTreeMap<String, String>,
    ) -> Result<(), ProviderError> {
        let metadata_by_name: HashMap<_, _> =
            metadata.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
        let request = CreateRefund::new().payment_intent(intent.as_str()).amount(i64::from(cents.get()));
        let request = if metadata_by_name.is_empty() { request } else { request.metadata(metadata_by_name) };
        let request = request.customize().request_strategy(idempotent_request(&format!("refund-{key}"))?);
        request.send(&self.client).await.map(|_| ()).map_err(failure)
    }
}

fn idempotent_request(key: &str) -> Result<RequestStrategy, ProviderError> {
    let key = IdempotencyKey::new(key).map_err(|_| ProviderError::Refused("the key is too long".into()))?;
    Ok(RequestStrategy::Idempotent(key))
}

fn is_missing(error: &StripeError) -> bool {
    matches!(error, StripeError::Stripe(error, 400 | 404) if error.code == Some(ApiErrorsCode::ResourceMissing))
}

/// The error for the log: kind, code and parameter, but not the message, which quotes the request.
fn failure(error: StripeError) -> ProviderError {
    match error {
        StripeError::Stripe(error, status) => {
            let code = error.code.as_ref().map_or("no code", |code| code.as_str());
            let param = error.param.as_deref().unwrap_or("no parameter");
            let text = format!("{status} {} {code} {param}", error.type_.as_str());
            // 409: a request with this key is in progress. 429 and 5xx are temporary.
            if status == 409 || status == 429 || status >= 500 {
                ProviderError::Unavailable(text)
            } else {
                ProviderError::Refused(text)
            }
        }
        StripeError::Timeout => ProviderError::Unavailable("no answer in time".into()),
        StripeError::ClientError(_) => ProviderError::Unavailable("it cannot be reached".into()),
        StripeError::JSONDeserialize(_) => ProviderError::Unreadable("its types do not fit".into()),
        StripeError::ConfigError(_) => ProviderError::Refused("the configuration is not valid".into()),
    }
}
