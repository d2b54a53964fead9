//! Takes credits out of grants in order of use.

use crate::ledger::GRANTS_AT_ONCE;
use crate::ledger::account::{Allocation, GrantRow, GrantType, Kind};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::change::Change;
use crate::ledger::draft::{Draft, Entry, NewGrant};
use crate::ledger::ids::GrantId;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::State;
use zest_core::Timestamp;

pub(super) enum TakenCredits {
    From(Vec<Allocation>),
    /// Too many grants for one transaction: the first ones must be merged.
    MergeFirst(Change),
}

pub(super) fn take(
    state: &State,
    now: Timestamp,
    grants: &[&GrantRow],
    credits: Credits,
) -> Result<TakenCredits, Refusal> {
    let (mut left, mut taken) = (credits, Vec::new());
    for grant in grants {
        let part = grant.remaining.min(left);
        if part.is_zero() {
            break;
        }
        left = left.saturating_sub(part);
        let (id, purchase) = (grant.id.clone(), grant.purchase.clone());
        taken.push(Allocation { grant: id, purchase, amount: Amount::goes(part) });
    }
    if taken.len() > GRANTS_AT_ONCE {
        return merge(state, now, grants).map(TakenCredits::MergeFirst);
    }
    Ok(TakenCredits::From(taken))
}

/// Merges the first grants into one with their latest expiry, and with their purchase if it is the same.
fn merge(state: &State, now: Timestamp, grants: &[&GrantRow]) -> Result<Change, Refusal> {
    let first = grants.get(..GRANTS_AT_ONCE - 1).unwrap_or(grants);
    let mut draft = Draft::new(state, now);
    let mut moved: Vec<_> = first
        .iter()
        .map(|grant| Allocation {
            grant: grant.id.clone(),
            purchase: grant.purchase.clone(),
            amount: Amount::goes(grant.remaining),
        })
        .collect();
    let sum = moved.iter().map(|allocation| allocation.amount.reversed()).sum();
    let purchase = first.first().and_then(|grant| grant.purchase.clone());
    let together = draft.open(NewGrant {
        id: GrantId::of_transaction(draft.next(), 0),
        kind: GrantType::Adjustment,
        purchase: purchase.filter(|one| first.iter().all(|grant| grant.purchase.as_ref() == Some(one))),
        credits: Credits::ZERO.moved(sum).ok_or(Refusal::TooMany)?,
        expires_at: first.iter().map(|grant| grant.expires_at).max().unwrap_or(now),
    });
    moved.push(together);
    draft.post(Entry::ours(Kind::Merge, "Many small grants have become one", moved))?;
    draft.finish()
}
