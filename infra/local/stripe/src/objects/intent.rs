//! A payment intent: one payment, over all tries.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// How far a payment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentStatus {
    /// No try has succeeded.
    NeedsMethod,
    /// The buyer has to show the bank who they are.
    NeedsAction,
    /// It will succeed or fail later.
    Processing,
    /// The money is there.
    Succeeded,
}

/// A payment intent: what is to be paid, over all tries to pay it.
#[derive(Debug, Clone)]
pub struct Intent {
    /// `pi_…`.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// In the currency's smallest unit.
    pub amount: i64,
    /// The currency: a code of ISO 4217 in small letters.
    pub currency: String,
    /// How far it is.
    pub status: IntentStatus,
    /// The charge of the latest try.
    pub charge: Option<String>,
    /// Why the latest try failed: Stripe's decline code.
    pub declined: Option<&'static str>,
    /// The metadata: texts that the seller has attached, by their names.
    pub metadata: Metadata,
}

/// What a payment has and this one does not.
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
    /// The payment as the API shows it.
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
