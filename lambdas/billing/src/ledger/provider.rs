//! Current state of a payment at the provider. Events only trigger a query of it.

use crate::ledger::amounts::Cents;

/// Whether a refund has returned the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundState {
    /// In progress, or requires action.
    Pending,
    /// The money was returned.
    Succeeded,
    /// The refund failed; the seller has the money again.
    Failed,
}

/// A refund of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Refunded money.
    pub cents: Cents,
    /// Current state, not that of an event.
    pub state: RefundState,
}

/// Who has the disputed money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisputeState {
    /// Inquiry by the bank; no money has moved.
    Inquiry,
    /// The bank holds the money.
    Open,
    /// The seller has the money again.
    Won,
    /// The money is lost.
    Lost,
}

/// A payment that the cardholder disputes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// Disputed money.
    pub cents: Cents,
    /// Current state, not that of an event.
    pub state: DisputeState,
}

/// Lost money: all refunds except failed ones, and open or lost disputes.
#[must_use]
pub fn lost(refunds: &[Refund], disputes: &[Dispute]) -> Cents {
    let refunded = refunds.iter().filter(|refund| refund.state != RefundState::Failed);
    let disputed =
        disputes.iter().filter(|dispute| matches!(dispute.state, DisputeState::Open | DisputeState::Lost));
    let amounts = refunded.map(|refund| refund.cents).chain(disputed.map(|dispute| dispute.cents));
    amounts.fold(Cents::ZERO, Cents::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_counts_unfailed_refunds_and_open_or_lost_disputes() {
        let cents = |number| Cents::new(number).unwrap();
        let refunds = [(100, RefundState::Pending), (20, RefundState::Succeeded), (3, RefundState::Failed)]
            .map(|(number, state)| Refund { cents: cents(number), state });
        let disputes = [
            (1_000, DisputeState::Inquiry),
            (20_000, DisputeState::Open),
            (300_000, DisputeState::Won),
            (4_000_000, DisputeState::Lost),
        ]
        .map(|(number, state)| Dispute { cents: cents(number), state });
        assert_eq!(lost(&refunds, &disputes), cents(4_020_120));
        assert_eq!(lost(&[], &[]), Cents::ZERO);
    }
}
