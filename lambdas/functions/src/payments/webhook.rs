//! `POST /payment/webhook`: an event is verified on its bytes as they came, and then says only where to look.
//!
//! 2xx: done, or none of ours. 4xx: not believed, or not understood; delivered again it would be the same. 5xx: to be
//! delivered again.

use crate::payments::account::{Payments, purchase_error, retry_policy};
use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use billing::payments::{EventOutcome, NotForUs, Settled, SignatureError, read, verify};
use serde_json::json;

/// What the function holds between invocations.
pub struct Function {
    payments: Payments,
}

impl Function {
    /// Reads what [`Payments::from_env`] reads.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self { payments: Payments::from_env().await? })
    }

    /// Takes one event.
    ///
    /// # Errors
    /// [`RestError`], which is an answer as well.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        self.payments.on()?;
        if request.route() != ["POST", "/payment/webhook"] {
            return Err(RestError::no_route());
        }
        let (body, header) = (request.bytes()?, request.header("stripe-signature"));
        let second = crate::runtime::now().seconds();
        let mut account = self.payments.account().await?;
        let mut verified = verify(&body, header, &account.webhook_secrets, second);
        if verified == Err(SignatureError::Forged) {
            // It may be signed with a secret that was put in a moment ago.
            account = self.payments.account_anew().await?;
            verified = verify(&body, header, &account.webhook_secrets, second);
        }
        verified.map_err(not_believed)?;
        let event = read(&body, account.mode).map_err(not_for_us)?;
        let service = self.payments.service(&account);
        match service.handle_event(&event, crate::payments::account::now(), &mut retry_policy()).await {
            Ok(outcome) => Ok(RestAnswer::json(&json!({ "received": told(&outcome) }))),
            Err(error) => Err(purchase_error(error)),
        }
    }
}

/// What became of an event, in a word for Stripe's own list of deliveries. What is odd is heard of by an alarm.
fn told(outcome: &EventOutcome) -> &'static str {
    match outcome {
        EventOutcome::Looked(Settled::Stands(_)) => "looked",
        EventOutcome::Looked(Settled::Odd(purchase, mismatch)) => {
            tracing::warn!(purchase = %purchase.id, %mismatch, "odd payment");
            "odd"
        }
        EventOutcome::NotOurs => "not ours",
    }
}

fn not_believed(error: SignatureError) -> RestError {
    let status = if error == SignatureError::TooLarge { 413 } else { 400 };
    RestError::new(status, "INVALID_INPUT", error.to_string()).because(error)
}

fn not_for_us(error: NotForUs) -> RestError {
    RestError::invalid(error.to_string()).because(error)
}
