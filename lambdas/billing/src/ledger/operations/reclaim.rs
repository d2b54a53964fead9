//! Clawback and return of credits after refunds and disputes.

use std::collections::BTreeMap;

use crate::ledger::GIVEN_BACK_FOR;
use crate::ledger::account::{Allocation, GrantRow, GrantType, Kind};
use crate::ledger::amounts::{Amount, Cents, Credits};
use crate::ledger::change::{Change, Condition, Put, Row};
use crate::ledger::draft::{Draft, Entry, NewGrant};
use crate::ledger::ids::{GrantId, PurchaseId, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::expire::expiry;
use crate::ledger::operations::open::known;
use crate::ledger::operations::taking::{TakenCredits, take};
use crate::ledger::order::usable;
use crate::ledger::purchase::Purchase;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Needs, State};
use zest_core::Timestamp;

/// Aligns a purchase's credits with the provider's current state. The target is the same share of the credits
/// as `lost` is of the price; the difference is clawed back or returned, if the purchase is fulfilled. Credits
/// do not become negative: the rest is the purchase's shortfall.
///
/// Refused with [`Refusal::UnknownPurchase`], or [`Refusal::Stale`] if the purchase changed after version
/// `seen`: read it and ask the provider again. The purchase is written even without a change, so that the
/// later of two reclaims wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reclaim {
    /// The buyer.
    pub member: UserId,
    /// The refunded or disputed purchase.
    pub purchase: PurchaseId,
    /// Version read before the provider was asked.
    pub seen: u64,
    /// Refunded or disputed money; see [`crate::ledger::lost`].
    pub lost: Cents,
    /// Additional data, such as the admin who refunded; else empty.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Reclaim {
    type Outcome = Purchase;

    fn needs(&self) -> Needs {
        Needs { purchase: Some(self.purchase.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Purchase>, Refusal> {
        let before = known(state, &self.purchase)?;
        if before.version != self.seen {
            return Err(Refusal::Stale);
        }
        let lost = self.lost.min(before.price.cents);
        let target = before.credits.share(lost, before.price.cents);
        let mut after = Purchase {
            version: before.version.saturating_add(1),
            lost,
            target,
            updated_at: now.max(before.updated_at),
            ..before.clone()
        };
        let condition = Condition::Version(before.version);
        if !before.status.is_granted() {
            let puts = vec![Put { row: Row::Purchase(after.clone()), condition }];
            return Ok(Decision::Commit(Change { puts }, after));
        }
        if let Some(change) = expiry(state, now)? {
            return Ok(Decision::Prepare(change));
        }
        let mut draft = Draft::new(state, now);
        let posted = if let Some(missing) = target.checked_sub(before.clawed) {
            let grants: Vec<_> = usable(state, now)
                .into_iter()
                .filter(|grant| grant.purchase.as_ref() == Some(&before.id))
                .collect();
            match take(state, now, &grants, missing)? {
                TakenCredits::MergeFirst(change) => return Ok(Decision::Prepare(change)),
                TakenCredits::From(gone) => {
                    entry(before, Kind::Clawback, "Taken back with the money of the purchase", gone)
                }
            }
        } else {
            let back = vec![grant_for_returned_credits(
                state,
                now,
                before,
                &mut draft,
                before.clawed.saturating_sub(target),
            )?];
            entry(before, Kind::Return, "The money of the purchase has come again", back)
        };
        if let Some(entry) = posted {
            let amount = draft.post(Entry { metadata: self.metadata.clone(), ..entry })?.amount;
            after.clawed = before.clawed.moved(amount.reversed()).ok_or(Refusal::TooMany)?;
        }
        after.status = after.granted_status();
        draft.put_row(Row::Purchase(after.clone()), condition);
        Ok(Decision::Commit(draft.finish()?, after))
    }
}

fn entry(purchase: &Purchase, kind: Kind, note: &'static str, allocations: Vec<Allocation>) -> Option<Entry> {
    let is_something = !allocations.is_empty();
    is_something
        .then(|| Entry { purchase: Some(purchase.id.clone()), ..Entry::ours(kind, note, allocations) })
}

fn grant_for_returned_credits(
    state: &State,
    now: Timestamp,
    purchase: &Purchase,
    draft: &mut Draft<'_>,
    credits: Credits,
) -> Result<Allocation, Refusal> {
    let id = GrantId::of_purchase(&purchase.id);
    let is_open = |grant: &&GrantRow| grant.id == id && !grant.is_over(now);
    if state.grants.iter().any(|grant| is_open(&grant)) {
        let purchase = Some(purchase.id.clone());
        return Ok(Allocation { grant: id, purchase, amount: Amount::positive(credits) });
    }
    Ok(draft.open(NewGrant {
        id: GrantId::of_transaction(draft.next(), 0),
        kind: GrantType::Adjustment,
        purchase: Some(purchase.id.clone()),
        credits,
        expires_at: now.plus(GIVEN_BACK_FOR),
    }))
}
