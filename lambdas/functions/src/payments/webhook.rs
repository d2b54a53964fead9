//! `POST /payment/webhook`: verifies an event and settles its purchase.
//!
//! 2xx: done, or not for a purchase of Zest. 4xx: rejected; a new delivery would not help. 5xx: Stripe
//! delivers again.

use crate::payments::account::{Payments, purchase_error, retry_policy};
use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use billing::payments::{EventOutcome, RejectedEvent, Settled, SignatureError, read, verify};
use serde_json::json;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    payments: Payments,
}

impl Function {
    /// Reads the settings of [`Payments`].
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self { payments: Payments::from_env().await? })
    }

    /// Handles one event.
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
            // The secret may have just been rotated.
            account = self.payments.reread_account().await?;
            verified = verify(&body, header, &account.webhook_secrets, second);
        }
        verified.map_err(rejected_signature)?;
        let event = read(&body, account.mode).map_err(not_for_us)?;
        let service = self.payments.service(&account);
        match service.handle_event(&event, crate::payments::account::now(), &mut retry_policy()).await {
            Ok(outcome) => Ok(RestAnswer::json(&json!({ "received": outcome_name(&outcome) }))),
            Err(error) => Err(purchase_error(error)),
        }
    }
}

/// Name of an outcome for Stripe's delivery log. An alarm counts the log lines of mismatches.
fn outcome_name(outcome: &EventOutcome) -> &'static str {
    match outcome {
        EventOutcome::Settled(Settled::Consistent(_)) => "looked",
        EventOutcome::Settled(Settled::Odd(purchase, mismatch)) => {
            tracing::warn!(purchase = %purchase.id, %mismatch, "odd payment");
            "odd"
        }
        EventOutcome::NotOurs => "not ours",
    }
}

fn rejected_signature(error: SignatureError) -> RestError {
    let status = if error == SignatureError::TooLarge { 413 } else { 400 };
    RestError::new(status, "INVALID_INPUT", error.to_string()).with_cause(error)
}

fn not_for_us(error: RejectedEvent) -> RestError {
    RestError::invalid(error.to_string()).with_cause(error)
}
