//! What the provider says of a payment at present. An event is only a hint to ask: what counts is this.

use crate::ledger::amounts::Cents;

/// Where a refund stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefundState {
    /// It is on its way, or waits for somebody to act.
    Pending,
    /// The money has gone back.
    Succeeded,
    /// It has come to nothing: the money is ours again.
    Failed,
}

/// A refund of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refund {
    /// How much of the money.
    pub cents: Cents,
    /// Where the refund stands now, not when an event was sent.
    pub state: RefundState,
}

/// Where a dispute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisputeState {
    /// The buyer's bank only asks; no money has moved.
    Inquiry,
    /// The bank has taken the money for now.
    Open,
    /// We have the money again.
    Won,
    /// The money is gone.
    Lost,
}

/// A dispute about a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// How much of the money.
    pub cents: Cents,
    /// Where the dispute stands now, not when an event was sent.
    pub state: DisputeState,
}

/// How much of a payment is not ours any more: refunds that have not failed, and disputes whose money the bank has.
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
    fn only_money_that_has_gone_counts() {
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
