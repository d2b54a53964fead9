//! A payment intent: one payment over all attempts.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// How far a payment has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentStatus {
    /// No successful attempt yet.
    NeedsMethod,
    /// Requires authentication by the buyer.
    NeedsAction,
    /// Settles later.
    Processing,
    /// Paid.
    Succeeded,
}

/// A payment over all attempts.
#[derive(Debug, Clone)]
pub struct Intent {
    /// Id, `pi_…`.
    pub id: String,
    /// Creation time in Unix seconds.
    pub created: i64,
    /// Amount in minor units.
    pub amount: i64,
    /// Lower-case ISO 4217 code.
    pub currency: String,
    /// Current status; it follows the latest attempt.
    pub status: IntentStatus,
    /// Id of the latest charge.
    pub charge: Option<String>,
    /// Decline code of the latest attempt.
    pub declined: Option<&'static str>,
    /// Metadata set by the seller.
    pub metadata: Metadata,
}

const NULLS: [&str; 27] = [
    "allowed_payment_method_types",
    "application",
    "application_fee_amount",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "client_secret",
    "customer",
    "customer_account",
    "description",
    "excluded_payment_method_types",
    "managed_payments",
    "next_action",
    "on_behalf_of",
    "payment_method",
    "payment_method_configuration_details",
    "payment_record",
    "processing",
    "receipt_email",
    "review",
    "setup_future_usage",
    "shipping",
    "source",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
];

impl Intent {
    /// The API object.
    pub fn shown(&self) -> Value {
        let status = match self.status {
            IntentStatus::NeedsMethod => "requires_payment_method",
            IntentStatus::NeedsAction => "requires_action",
            IntentStatus::Processing => "processing",
            IntentStatus::Succeeded => "succeeded",
        };
        let received = if self.status == IntentStatus::Succeeded { self.amount } else { 0 };
        let error = self.declined.map(|code| {
            json!({ "type": "card_error", "code": "card_declined", "decline_code": code, "message": "The payment was declined." })
        });
        with_nulls(
            json!({
                "id": self.id,
                "object": "payment_intent",
                "amount": self.amount,
                "amount_capturable": 0,
                "amount_details": { "tip": {} },
                "amount_received": received,
                "capture_method": "automatic",
                "confirmation_method": "automatic",
                "created": self.created,
                "currency": self.currency,
                "last_payment_error": error,
                "latest_charge": self.charge,
                "livemode": false,
                "metadata": self.metadata,
                "payment_method_options": {},
                "payment_method_types": ["card"],
                "status": status,
            }),
            &NULLS,
        )
    }
}
