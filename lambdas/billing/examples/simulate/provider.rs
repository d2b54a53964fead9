//! Simulated payment provider; its state is authoritative.

use billing::ledger::{Cents, Dispute, DisputeState, Refund, RefundState, lost};

use crate::random::Random;

pub(crate) const PRICE: i64 = 699;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Paid,
    Expired,
    RefundBegun(i64),
    RefundFailed,
    DisputeOpened,
    DisputeWon,
    DisputeLost,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    pub(crate) is_paid: bool,
    pub(crate) is_expired: bool,
    refunds: Vec<Refund>,
    dispute: Option<Dispute>,
}

impl Account {
    pub(crate) fn lost(&self) -> Cents {
        lost(&self.refunds, self.dispute.as_slice())
    }

    pub(crate) fn happen(&mut self, fact: Fact) {
        match fact {
            Fact::Paid => self.is_paid = true,
            Fact::Expired => self.is_expired = true,
            Fact::RefundBegun(cents) => {
                self.refunds.push(Refund { cents: cents_of(cents), state: RefundState::Pending });
            }
            Fact::RefundFailed => {
                if let Some(refund) = self.refunds.last_mut() {
                    refund.state = RefundState::Failed;
                }
            }
            Fact::DisputeOpened => {
                self.dispute = Some(Dispute { cents: cents_of(PRICE), state: DisputeState::Open });
            }
            Fact::DisputeWon => self.end_dispute(DisputeState::Won),
            Fact::DisputeLost => self.end_dispute(DisputeState::Lost),
        }
    }

    fn end_dispute(&mut self, state: DisputeState) {
        if let Some(dispute) = &mut self.dispute {
            dispute.state = state;
        }
    }

    pub(crate) fn next(&self, random: &mut Random) -> Fact {
        if !self.is_paid {
            return if random.happens(80) || self.is_expired { Fact::Paid } else { Fact::Expired };
        }
        let is_open = self.dispute.is_some_and(|dispute| dispute.state == DisputeState::Open);
        let is_pending = self.refunds.last().is_some_and(|refund| refund.state == RefundState::Pending);
        match random.below(5) {
            0 | 1 if is_pending => Fact::RefundFailed,
            0 | 1 => Fact::RefundBegun(random.between(1, PRICE)),
            2 if is_open => Fact::DisputeLost,
            _ if is_open => Fact::DisputeWon,
            _ if self.dispute.is_none() => Fact::DisputeOpened,
            _ => Fact::RefundBegun(random.between(1, PRICE / 2)),
        }
    }
}

pub(crate) fn cents_of(cents: i64) -> Cents {
    Cents::new(cents).expect("cents of a price")
}
