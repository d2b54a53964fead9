use std::collections::BTreeMap;

use crate::ledger::GIVEN_BACK_FOR;
use crate::ledger::account::{Allocation, GrantType, HoldRow, HoldState, Kind};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::change::{Condition, Row};
use crate::ledger::draft::{Draft, Entry, NewGrant};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{GrantId, HoldId, Key, Note, PurchaseId, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::expire::expiry;
use crate::ledger::purchase::Purchase;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};
use zest_core::Timestamp;

/// Ends a hold whose work failed: its credits return to their grants. If a grant has expired, its credits
/// become a new grant of thirty days. Credits of a purchase with a shortfall are clawed back. Idempotent;
/// refused with [`Refusal::UnknownHold`] or [`Refusal::AlreadySettled`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Owner of the hold.
    pub member: UserId,
    /// Id of the work that failed.
    pub id: HoldId,
}

impl Operation for Release {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        let key = Some(Key::of_release(&self.id));
        Needs { key, hold: Some(self.id.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
        let hold = state.hold.as_ref().ok_or(Refusal::UnknownHold)?;
        match hold.state {
            HoldState::Held => {}
            HoldState::Settled => return Err(Refusal::AlreadySettled),
            // Record and hold are written together, and the record is read last, so it exists.
            HoldState::Released => {
                let record = state.record.as_ref();
                let record = record.ok_or(Refusal::Damaged("the record of a released hold is missing"))?;
                return Ok(Decision::Done(Applied { receipt: record.receipt, is_replay: true }));
            }
        }
        if let Some(change) = expiry(state, now)? {
            return Ok(Decision::Prepare(change));
        }
        let mut draft = Draft::new(state, now);
        let back = returned(state, now, hold, &mut draft)?;
        let key = Key::of_release(&self.id);
        let receipt = draft.post(Entry {
            kind: Kind::GiveBack,
            allocations: back.clone(),
            key: Some(key.clone()),
            purchase: None,
            note: Note::ours("Given back: the work has come to nothing"),
            metadata: BTreeMap::from([("hold".to_owned(), self.id.to_string())]),
        })?;
        draft.remember(key, Fingerprint::of(&["release", self.member.as_str(), self.id.as_str()]), receipt);
        for purchase in state.purchases.values() {
            claw_back_returned(&mut draft, purchase, &back)?;
        }
        let released = HoldRow { state: HoldState::Released, updated_at: draft.at(), ..hold.clone() };
        draft.put_row(Row::Hold(released), Condition::InState(hold.state));
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}

/// Allocations that return a hold's credits to their grants, or to one new grant per purchase if those have
/// expired.
fn returned(
    state: &State,
    now: Timestamp,
    hold: &HoldRow,
    draft: &mut Draft<'_>,
) -> Result<Vec<Allocation>, Refusal> {
    let mut back = Vec::new();
    let mut homeless: BTreeMap<Option<PurchaseId>, Amount> = BTreeMap::new();
    for taken in &hold.taken {
        let grant = state.grants.iter().find(|grant| grant.id == taken.grant);
        let grant = grant.ok_or(Refusal::Damaged("the grant of a hold is missing"))?;
        if grant.is_over(now) {
            let sum = homeless.entry(taken.purchase.clone()).or_default();
            *sum = [*sum, taken.amount.reversed()].into_iter().sum();
        } else {
            back.push(Allocation { amount: taken.amount.reversed(), ..taken.clone() });
        }
    }
    for (number, (purchase, amount)) in homeless.into_iter().enumerate() {
        back.push(draft.open(NewGrant {
            id: GrantId::of_transaction(draft.next(), number),
            kind: GrantType::Adjustment,
            purchase,
            credits: Credits::ZERO.moved(amount).ok_or(Refusal::TooMany)?,
            expires_at: now.plus(GIVEN_BACK_FOR),
        }));
    }
    Ok(back)
}

fn claw_back_returned(
    draft: &mut Draft<'_>,
    purchase: &Purchase,
    back: &[Allocation],
) -> Result<(), Refusal> {
    let mut owed = purchase.shortfall();
    let mut gone = Vec::new();
    for returned in back.iter().filter(|returned| returned.purchase.as_ref() == Some(&purchase.id)) {
        let part = Credits::ZERO.moved(returned.amount).unwrap_or_default().min(owed);
        if !part.is_zero() {
            owed = owed.saturating_sub(part);
            gone.push(Allocation { amount: Amount::goes(part), ..returned.clone() });
        }
    }
    let clawed = purchase.clawed.moved(gone.iter().map(|part| part.amount.reversed()).sum());
    if !gone.is_empty() {
        let entry = Entry::ours(Kind::Clawback, "Taken back with the money of the purchase", gone);
        draft.post(Entry { purchase: Some(purchase.id.clone()), ..entry })?;
    }
    // Written even if nothing is clawed back: a concurrent reclaim writes only the purchase, and both must
    // conflict.
    let after = Purchase {
        clawed: clawed.ok_or(Refusal::TooMany)?,
        version: purchase.version.saturating_add(1),
        updated_at: draft.at(),
        ..purchase.clone()
    };
    draft.put_row(Row::Purchase(after), Condition::Version(purchase.version));
    Ok(())
}
