use std::cmp::Ordering;

use crate::ledger::account::GrantRow;
use crate::ledger::state::State;
use zest_core::Timestamp;

/// Earliest expiry first, then unpaid before purchased, then oldest first.
pub(crate) fn first_used(one: &GrantRow, other: &GrantRow) -> Ordering {
    one.expires_at
        .cmp(&other.expires_at)
        .then(one.purchase.is_some().cmp(&other.purchase.is_some()))
        .then(one.granted_at.cmp(&other.granted_at))
        .then_with(|| one.id.cmp(&other.id))
}

pub(crate) fn usable(state: &State, now: Timestamp) -> Vec<&GrantRow> {
    let usable = state.grants.iter().filter(|grant| !grant.remaining.is_zero() && !grant.is_over(now));
    let mut usable: Vec<_> = usable.collect();
    usable.sort_by(|one, other| first_used(one, other));
    usable
}
