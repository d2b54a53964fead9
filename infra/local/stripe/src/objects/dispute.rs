//! A dispute (chargeback).

use serde_json::{Value, json};

/// Whether a dispute is decided, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeStatus {
    /// Opened; the bank holds the money.
    Open,
    /// Decided for the seller.
    Won,
    /// Decided for the buyer.
    Lost,
}

/// A disputed charge.
#[derive(Debug, Clone)]
pub struct Dispute {
    /// Id, `du_…`.
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
    /// Current status; open until the dispute is closed.
    pub status: DisputeStatus,
}

/// Evidence fields, always null.
const EVIDENCE: [&str; 27] = [
    "access_activity_log",
    "billing_address",
    "cancellation_policy",
    "cancellation_policy_disclosure",
    "cancellation_rebuttal",
    "customer_communication",
    "customer_email_address",
    "customer_name",
    "customer_purchase_ip",
    "customer_signature",
    "duplicate_charge_documentation",
    "duplicate_charge_explanation",
    "duplicate_charge_id",
    "product_description",
    "receipt",
    "refund_policy",
    "refund_policy_disclosure",
    "refund_refusal_explanation",
    "service_date",
    "service_documentation",
    "shipping_address",
    "shipping_carrier",
    "shipping_date",
    "shipping_documentation",
    "shipping_tracking_number",
    "uncategorized_file",
    "uncategorized_text",
];

impl Dispute {
    /// The API object.
    pub fn shown(&self) -> Value {
        let status = match self.status {
            DisputeStatus::Open => "needs_response",
            DisputeStatus::Won => "won",
            DisputeStatus::Lost => "lost",
        };
        let mut evidence: Value = EVIDENCE.iter().map(|name| ((*name).to_owned(), Value::Null)).collect();
        evidence["enhanced_evidence"] = json!({});
        json!({
            "id": self.id, "object": "dispute",
            "amount": self.amount, "balance_transactions": [], "charge": self.charge, "created": self.created,
            "currency": self.currency, "enhanced_eligibility_types": [], "intended_submission_method": "manual", "evidence": evidence,
            "evidence_details": {
                "due_by": self.created + 7 * 86_400, "enhanced_eligibility": {}, "has_evidence": false, "past_due": false,
                "submission_count": 0, "submission_method": "not_submitted",
            },
            "is_charge_refundable": false, "livemode": false, "metadata": {}, "payment_intent": self.intent,
            "reason": "general", "status": status,
        })
    }
}
