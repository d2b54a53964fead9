use std::collections::BTreeMap;

use crate::ledger::account::Kind;
use crate::ledger::amounts::Credits;
use crate::ledger::change::Change;
use crate::ledger::draft::{Draft, Entry};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{Key, Note, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::expire::expiry;
use crate::ledger::operations::keyed::answered;
use crate::ledger::operations::taking::{TakenCredits, take};
use crate::ledger::order::usable;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, Receipt, State};
use zest_core::Timestamp;

/// Uses credits. Refused with [`Refusal::Insufficient`], [`Refusal::Nothing`] or [`Refusal::OtherBody`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    /// Owner of the credits.
    pub member: UserId,
    /// Idempotency key, unique among all members.
    pub key: Key,
    /// Credits to use.
    pub credits: Credits,
    /// Reason.
    pub note: Note,
    /// Additional data.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Spend {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(self.key.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
        let usage = Usage {
            key: &self.key,
            credits: self.credits,
            note: &self.note,
            metadata: &self.metadata,
            fingerprint: Fingerprint::of(&["spend", self.member.as_str(), &self.credits.to_string()]),
        };
        match usage.begin(state, now)? {
            Begun::Before(applied) => Ok(Decision::Done(applied)),
            Begun::Prepare(change) => Ok(Decision::Prepare(change)),
            Begun::Posted(draft, receipt) => {
                Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
            }
        }
    }
}

pub(super) struct Usage<'o> {
    pub(super) key: &'o Key,
    pub(super) credits: Credits,
    pub(super) note: &'o Note,
    pub(super) metadata: &'o BTreeMap<String, String>,
    pub(super) fingerprint: Fingerprint,
}

pub(super) enum Begun<'s> {
    Before(Applied),
    Prepare(Change),
    Posted(Draft<'s>, Receipt),
}

impl Usage<'_> {
    pub(super) fn begin<'s>(&self, state: &'s State, now: Timestamp) -> Result<Begun<'s>, Refusal> {
        if let Some(before) = answered(state, self.fingerprint)? {
            return Ok(Begun::Before(before));
        }
        if self.credits.is_zero() {
            return Err(Refusal::Nothing);
        }
        if let Some(change) = expiry(state, now)? {
            return Ok(Begun::Prepare(change));
        }
        let available = state.shown(now);
        if available < self.credits {
            return Err(Refusal::Insufficient { available });
        }
        let allocations = match take(state, now, &usable(state, now), self.credits)? {
            TakenCredits::MergeFirst(change) => return Ok(Begun::Prepare(change)),
            TakenCredits::From(allocations) => allocations,
        };
        let mut draft = Draft::new(state, now);
        let receipt = draft.post(Entry {
            kind: Kind::Usage,
            allocations,
            key: Some(self.key.clone()),
            purchase: None,
            note: self.note.clone(),
            metadata: self.metadata.clone(),
        })?;
        draft.remember(self.key.clone(), self.fingerprint, receipt);
        Ok(Begun::Posted(draft, receipt))
    }
}
