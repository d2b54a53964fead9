//! A refund: money that goes back, at once or later, and may come back again.

use serde_json::{Value, json};

use super::Metadata;

/// How far a refund is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// The money is still on its way back.
    Pending,
    /// The buyer has it.
    Succeeded,
    /// The bank sent it back: the seller has the money again.
    Failed,
}

/// A refund: money of a charge that goes back to the buyer.
#[derive(Debug, Clone)]
pub struct Refund {
    /// `re_…`.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: i64,
    /// In the currency's smallest unit.
    pub amount: i64,
    /// The currency: a code of ISO 4217 in small letters.
    pub currency: String,
    /// The charge that it undoes, wholly or in part.
    pub charge: String,
    /// The payment that the charge belongs to.
    pub intent: String,
    /// How far it is.
    pub status: RefundStatus,
    /// `duplicate`, `fraudulent` or `requested_by_customer`.
    pub reason: Option<String>,
    /// The metadata: texts that the seller has attached, by their names.
    pub metadata: Metadata,
}

impl Refund {
    /// What it takes off the charge, in the currency's smallest unit: nothing once it has failed.
    pub fn counted(&self) -> i64 {
        if self.status == RefundStatus::Failed { 0 } else { self.amount }
    }

    /// The refund as the API shows it.
    pub fn shown(&self) -> Value {
        let status = match self.status {
            RefundStatus::Pending => "pending",
            RefundStatus::Succeeded => "succeeded",
            RefundStatus::Failed => "failed",
        };
        let card = json!({ "reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund" });
        let mut shown = json!({
            "id": self.id, "object": "refund",
            "amount": self.amount, "balance_transaction": null, "charge": self.charge, "created": self.created,
            "currency": self.currency, "customer": null, "customer_account": null, "payment_method": null,
            "destination_details": { "card": card, "type": "card" },
            "metadata": self.metadata, "payment_intent": self.intent, "reason": self.reason, "receipt_number": null,
            "source_transfer_reversal": null, "status": status, "transfer_reversal": null,
        });
        match self.status {
            RefundStatus::Failed => shown["failure_reason"] = json!("expired_or_canceled_card"),
            RefundStatus::Pending => shown["pending_reason"] = json!("processing"),
            RefundStatus::Succeeded => {}
        }
        shown
    }
}
