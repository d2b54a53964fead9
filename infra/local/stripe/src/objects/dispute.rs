//! A dispute: the buyer's bank has taken the money back and will say for whom it decides.

use serde_json::{Value, json};

/// How far a dispute is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeStatus {
    /// Opened; the money is with the bank.
    Open,
    /// Decided for the seller: the money has come back.
    Won,
    /// Decided for the buyer.
    Lost,
}

/// A dispute: a buyer who asks the bank for the money of a charge.
#[derive(Debug, Clone)]
pub struct Dispute {
    /// `du_…`.
    pub id: String,
    /// When it was opened, in seconds since 1970.
    pub created: i64,
    /// In the currency's smallest unit.
    pub amount: i64,
    /// The currency: a code of ISO 4217 in small letters.
    pub currency: String,
    /// The id of the charge that is disputed.
    pub charge: String,
    /// The payment that the charge belongs to.
    pub intent: String,
    /// How far it is.
    pub status: DisputeStatus,
}

/// Every piece of evidence that a seller may hand in; here nobody does.
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
    /// The dispute as the API shows it.
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
