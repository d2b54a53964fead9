//! A refund, which may be delayed or fail.

use serde_json::{Value, json};

use super::Metadata;

/// Where the money of a refund is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// In transit.
    Pending,
    /// Received by the buyer.
    Succeeded,
    /// Returned to the seller by the bank.
    Failed,
}

/// A refund of a charge.
#[derive(Debug, Clone)]
pub struct Refund {
    /// Id, `re_…`.
    pub id: String,
    /// Creation time in Unix seconds.
    pub created: i64,
    /// Amount in minor units.
    pub amount: i64,
    /// Lower-case ISO 4217 code.
    pub currency: String,
    /// Id of the charge.
    pub charge: String,
    /// Id of the payment intent.
    pub intent: String,
    /// Current status; it may change after the creation.
    pub status: RefundStatus,
    /// `duplicate`, `fraudulent` or `requested_by_customer`.
    pub reason: Option<String>,
    /// Metadata set by the seller.
    pub metadata: Metadata,
}

impl Refund {
    /// Refunded amount in minor units; 0 if failed.
    pub fn counted(&self) -> i64 {
        if self.status == RefundStatus::Failed { 0 } else { self.amount }
    }

    /// The refund as JSON, as the API returns it.
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
