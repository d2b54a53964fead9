//! A charge: one try of a payment that reached the bank.

use serde_json::{Value, json};

use super::{Metadata, with_nulls};

/// How a charge ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeStatus {
    /// The money is there.
    Succeeded,
    /// It comes later, or not.
    Pending,
    /// The bank refused the card, so nothing was paid.
    Failed,
}

/// A charge: one try to take money for an intent.
#[derive(Debug, Clone)]
pub struct Charge {
    /// `ch_…`.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// In the currency's smallest unit.
    pub amount: i64,
    /// The currency: a code of ISO 4217 in small letters.
    pub currency: String,
    /// How the try to take the money ended.
    pub status: ChargeStatus,
    /// The payment that it belongs to.
    pub intent: String,
    /// Why it failed: Stripe's decline code.
    pub declined: Option<&'static str>,
    /// Whether the buyer's bank has taken up a complaint.
    pub disputed: bool,
    /// The seller's texts, those of the payment.
    pub metadata: Metadata,
}

/// What a charge has and this one does not.
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
    /// The charge as the API shows it, with the address of its receipt; `returned` is what refunds have sent back, in the
    /// currency's smallest unit.
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
