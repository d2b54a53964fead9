//! A charge: one payment attempt sent to the bank.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// Whether a payment attempt has succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeStatus {
    /// Paid.
    Succeeded,
    /// Settles later.
    Pending,
    /// Declined.
    Failed,
}

/// A payment attempt for an intent.
#[derive(Debug, Clone)]
pub struct Charge {
    /// Id, `ch_…`.
    pub id: String,
    /// Creation time in Unix seconds.
    pub created: i64,
    /// Amount in minor units.
    pub amount: i64,
    /// Lower-case ISO 4217 code.
    pub currency: String,
    /// Current status; a pending charge succeeds or fails later.
    pub status: ChargeStatus,
    /// Id of the payment intent.
    pub intent: String,
    /// Decline code, if failed.
    pub declined: Option<&'static str>,
    /// Whether a dispute was opened.
    pub disputed: bool,
    /// Metadata of the payment.
    pub metadata: Metadata,
}

/// Fields that are always null.
const NULLS: [&str; 21] = [
    "application",
    "application_fee",
    "application_fee_amount",
    "balance_transaction",
    "calculated_statement_descriptor",
    "customer",
    "description",
    "failure_balance_transaction",
    "on_behalf_of",
    "payment_method",
    "payment_method_details",
    "receipt_email",
    "receipt_number",
    "review",
    "shipping",
    "source",
    "source_transfer",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "transfer_data",
    "transfer_group",
];

impl Charge {
    /// The API object; `returned` is the refunded amount.
    pub fn shown(&self, returned: i64, receipt: &str) -> Value {
        let status = match self.status {
            ChargeStatus::Succeeded => "succeeded",
            ChargeStatus::Pending => "pending",
            ChargeStatus::Failed => "failed",
        };
        let paid = self.status == ChargeStatus::Succeeded;
        let outcome = json!({
            "advice_code": null, "network_advice_code": null, "network_decline_code": null,
            "network_status": if self.declined.is_some() { "declined_by_network" } else { "approved_by_network" },
            "reason": self.declined, "risk_level": "normal", "seller_message": null,
            "type": if self.declined.is_some() { "issuer_declined" } else { "authorized" },
        });
        with_nulls(
            json!({
                "id": self.id,
                "object": "charge",
                "amount": self.amount,
                "amount_captured": if paid { self.amount } else { 0 },
                "amount_refunded": returned,
                "billing_details": { "address": null, "email": null, "name": null, "phone": null, "tax_id": null },
                "captured": paid,
                "created": self.created,
                "currency": self.currency,
                "disputed": self.disputed,
                "failure_code": self.declined.map(|_| "card_declined"),
                "failure_message": self.declined.map(|_| "The payment was declined."),
                "fraud_details": {},
                "livemode": false,
                "metadata": self.metadata,
                "outcome": outcome,
                "paid": paid,
                "receipt_url": paid.then_some(receipt),
                "payment_intent": self.intent,
                "refunded": returned >= self.amount,
                "status": status,
            }),
            &NULLS,
        )
    }
}
