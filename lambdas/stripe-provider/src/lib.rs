//! The only crate that names async-stripe: payments' port on Stripe.
//!
//! Its types are generated from Stripe's description of the API version that it is pinned to; here they become the few facts
//! that a purchase depends on. No answer of Stripe's, no key and nothing that a buyer typed is logged or passed on.

mod account;
mod answers;
mod requests;

pub use account::{Account, BadAccount};

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use billing::ledger::{Cents, CheckoutSession, PaymentIntent};
use billing::payments::{Checkout, Money, Order, PaymentProvider, ProviderError};
use stripe::{
    ApiErrorsCode, Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest,
};
use stripe_checkout::checkout_session::{ListCheckoutSession, RetrieveCheckoutSession};
use stripe_core::dispute::ListDispute;
use stripe_core::refund::{CreateRefund, ListRefund};

/// How long one request may take. Whoever asked is a person or an event that is delivered again.
pub const TIMEOUT: Duration = Duration::from_secs(8);
/// A payment has a handful of refunds and disputes; more than a page of them is not understood, and so not guessed at.
const PAGE: i64 = 100;

/// Stripe, through its API.
pub struct Stripe {
    client: Client,
}

impl Stripe {
    /// Stripe with this secret key; `url` is another place than Stripe's own, for instance a stand-in's.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] where key or address cannot be sent at all.
    pub fn new(secret_key: &str, url: Option<&str>, retry: Duration) -> Result<Self, ProviderError> {
        let builder = ClientBuilder::new(secret_key).timeout(retry).request_strategy(RequestStrategy::Once);
        let builder = match url {
            Some(url) => builder.url(format!("{}/", url.trim_end_matches('/'))),
            None => builder,
        };
        // Its text would show the address or the key.
        let client = builder
            .build()
            .map_err(|_| ProviderError::Refused("the key or the address is not valid".into()))?;
        Ok(Self { client })
    }
}

impl PaymentProvider for Stripe {
    async fn open(&self, order: &Order) -> Result<Checkout, ProviderError> {
        let strategy = once(&format!("checkout-{}", order.purchase))?;
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
        // A list has no payments in it: look at the one session itself.
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

    async fn money(&self, intent: &PaymentIntent) -> Result<Money, ProviderError> {
        let refunds = ListRefund::new().payment_intent(intent.as_str()).limit(PAGE).send(&self.client).await;
        let refunds = refunds.map_err(failure)?;
        let disputes =
            ListDispute::new().payment_intent(intent.as_str()).limit(PAGE).send(&self.client).await;
        let disputes = disputes.map_err(failure)?;
        if refunds.has_more || disputes.has_more {
            return Err(ProviderError::Unreadable("more refunds or disputes than a page holds".into()));
        }
        Ok(Money {
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
        let told: HashMap<_, _> = metadata.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
        let request = CreateRefund::new().payment_intent(intent.as_str()).amount(i64::from(cents.get()));
        let request = if told.is_empty() { request } else { request.metadata(told) };
        let request = request.customize().request_strategy(once(&format!("refund-{key}"))?);
        request.send(&self.client).await.map(|_| ()).map_err(failure)
    }
}

/// Carried out once under this key, however often it is asked for.
fn once(key: &str) -> Result<RequestStrategy, ProviderError> {
    let key = IdempotencyKey::new(key).map_err(|_| ProviderError::Refused("the key is too long".into()))?;
    Ok(RequestStrategy::Idempotent(key))
}

/// Whether Stripe says that there is no such object, by its address or by a parameter.
fn is_missing(error: &StripeError) -> bool {
    matches!(error, StripeError::Stripe(error, 400 | 404) if error.code == Some(ApiErrorsCode::ResourceMissing))
}

/// What of an error may be logged: its kind, Stripe's own code and the parameter; never its message, which repeats what was sent.
fn failure(error: StripeError) -> ProviderError {
    match error {
        StripeError::Stripe(error, status) => {
            let code = error.code.as_ref().map_or("no code", |code| code.as_str());
            let param = error.param.as_deref().unwrap_or("no parameter");
            let text = format!("{status} {} {code} {param}", error.type_.as_str());
            // 409: the same key is being worked on. 429 and 5xx pass.
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
