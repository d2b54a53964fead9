//! Refunds and disputes.

use crate::error::ApiError;
use crate::objects::{Charge, ChargeStatus, Dispute, DisputeStatus, Metadata, Refund, RefundStatus};
use crate::world::{Later, Refunding, World};

/// Duration of a delayed refund in seconds.
pub const REFUND_SECONDS: i64 = 3;

/// A refund request.
pub struct RefundOrder {
    /// Id of a payment (`pi_…`) or charge (`ch_…`).
    pub of: String,
    /// Amount in minor units; the remainder if absent.
    pub amount: Option<i64>,
    /// `duplicate`, `fraudulent` or `requested_by_customer`.
    pub reason: Option<String>,
    /// Metadata set by the seller.
    pub metadata: Metadata,
}

impl World {
    /// Creates a refund; fails for a disputed or unpaid charge, or above the remainder.
    pub fn refund(&mut self, order: RefundOrder, now: i64) -> Result<Refund, ApiError> {
        let charge = self.charge_of(&order.of)?;
        if charge.status != ChargeStatus::Succeeded {
            return Err(ApiError::invalid(format!(
                "This payment ({}) does not have a successful charge to refund.",
                order.of
            )));
        }
        if charge.disputed {
            let message = format!("Charge {} has been charged back; cannot issue a refund.", charge.id);
            return Err(ApiError::invalid(message).code("charge_disputed"));
        }
        let left = charge.amount - self.returned(&charge.id);
        if left == 0 {
            let message = format!("Charge {} has already been refunded.", charge.id);
            return Err(ApiError::invalid(message).code("charge_already_refunded"));
        }
        let amount = order.amount.unwrap_or(left);
        if amount < 1 {
            return Err(ApiError::invalid("Invalid positive integer")
                .code("parameter_invalid_integer")
                .param("amount"));
        }
        if amount > left {
            let message =
                format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
            return Err(ApiError::invalid(message).param("amount"));
        }
        Self::has_room(self.refunds.len())?;
        let refunding = self.refunding.get(&charge.id).copied().unwrap_or(Refunding::AtOnce);
        let refund = Refund {
            id: self.ids.next("re_"),
            created: now,
            amount,
            currency: charge.currency.clone(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            status: if refunding == Refunding::Later {
                RefundStatus::Pending
            } else {
                RefundStatus::Succeeded
            },
            reason: order.reason,
            metadata: order.metadata,
        };
        self.refunds.insert(refund.id.clone(), refund.clone());
        if refunding != Refunding::AtOnce {
            let later = Later::Refund { refund: refund.id.clone(), succeeds: refunding == Refunding::Later };
            self.later.push((now + REFUND_SECONDS, later));
        }
        self.note("refund.created", refund.shown(), now);
        self.note("charge.refunded", self.shown_charge(&charge), now);
        self.happened(now);
        Ok(refund)
    }

    pub(crate) fn settle_refund(&mut self, id: &str, succeeds: bool, now: i64) {
        let Some(refund) = self.refunds.get_mut(id) else { return };
        refund.status = if succeeds { RefundStatus::Succeeded } else { RefundStatus::Failed };
        let refund = refund.clone();
        self.note("refund.updated", refund.shown(), now);
        if !succeeds {
            self.note("refund.failed", refund.shown(), now);
        }
        self.happened(now);
    }

    /// Fails a refund that was sent: `refund.failed`.
    pub fn fail_refund(&mut self, id: &str, now: i64) -> Result<(), ApiError> {
        match self.refunds.get(id).map(|refund| refund.status) {
            None => Err(ApiError::missing("refund", id)),
            Some(RefundStatus::Failed) => Err(ApiError::invalid("This refund has failed already.")),
            Some(_) => {
                self.settle_refund(id, false, now);
                Ok(())
            }
        }
    }

    /// Opens a dispute of a paid charge.
    pub fn open_dispute(&mut self, of: &str, amount: Option<i64>, now: i64) -> Result<Dispute, ApiError> {
        let mut charge = self.charge_of(of)?;
        if charge.status != ChargeStatus::Succeeded || charge.disputed {
            return Err(ApiError::invalid("Only a charge that is paid and not disputed can be disputed."));
        }
        let amount = amount.unwrap_or(charge.amount);
        if amount < 1 || amount > charge.amount {
            return Err(
                ApiError::invalid("A dispute is about a part of the charge's amount.").param("amount")
            );
        }
        charge.disputed = true;
        let dispute = Dispute {
            id: self.ids.next("du_"),
            created: now,
            amount,
            currency: charge.currency.clone(),
            charge: charge.id.clone(),
            intent: charge.intent.clone(),
            status: DisputeStatus::Open,
        };
        self.charges.insert(charge.id.clone(), charge);
        self.disputes.insert(dispute.id.clone(), dispute.clone());
        self.note("charge.dispute.created", dispute.shown(), now);
        self.note("charge.dispute.funds_withdrawn", dispute.shown(), now);
        self.happened(now);
        Ok(dispute)
    }

    /// Closes an open dispute.
    pub fn close_dispute(&mut self, id: &str, won: bool, now: i64) -> Result<Dispute, ApiError> {
        let dispute = self.disputes.get_mut(id).ok_or_else(|| ApiError::missing("dispute", id))?;
        if dispute.status != DisputeStatus::Open {
            return Err(ApiError::invalid("This dispute is already closed."));
        }
        dispute.status = if won { DisputeStatus::Won } else { DisputeStatus::Lost };
        let dispute = dispute.clone();
        if won {
            self.note("charge.dispute.funds_reinstated", dispute.shown(), now);
        }
        self.note("charge.dispute.closed", dispute.shown(), now);
        self.happened(now);
        Ok(dispute)
    }

    fn charge_of(&self, id: &str) -> Result<Charge, ApiError> {
        if id.starts_with("ch_") {
            return self.charges.get(id).cloned().ok_or_else(|| ApiError::missing("charge", id));
        }
        let intent = self.intents.get(id).ok_or_else(|| ApiError::missing("payment_intent", id))?;
        let charge = intent.charge.as_ref().and_then(|charge| self.charges.get(charge)).cloned();
        charge.ok_or_else(|| {
            ApiError::invalid(format!(
                "This PaymentIntent ({id}) does not have a successful charge to refund."
            ))
        })
    }
}
