use std::collections::BTreeMap;

use crate::ledger::account::Kind;
use crate::ledger::amounts::Credits;
use crate::ledger::draft::{Draft, Entry};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{Key, Note, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::expire::expiry;
use crate::ledger::operations::keyed::answered;
use crate::ledger::operations::taking::{TakenCredits, take};
use crate::ledger::order::usable;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};
use zest_core::Timestamp;

/// Withdraws up to `credits`. The receipt has the actual number. Refused with [`Refusal::Insufficient`] if
/// the member has none, [`Refusal::Nothing`] or [`Refusal::OtherBody`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdraw {
    /// Owner of the credits.
    pub member: UserId,
    /// Idempotency key, unique among all members.
    pub key: Key,
    /// Maximum number of credits.
    pub credits: Credits,
    /// Reason.
    pub note: Note,
    /// Additional data, such as the admin.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Withdraw {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(self.key.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
        let fingerprint = Fingerprint::of(&[
            "withdraw",
            self.member.as_str(),
            &self.credits.to_string(),
            self.note.as_str(),
        ]);
        if let Some(before) = answered(state, fingerprint)? {
            return Ok(Decision::Done(before));
        }
        if self.credits.is_zero() {
            return Err(Refusal::Nothing);
        }
        if let Some(change) = expiry(state, now)? {
            return Ok(Decision::Prepare(change));
        }
        let grants = usable(state, now);
        if grants.is_empty() {
            return Err(Refusal::Insufficient { available: Credits::ZERO });
        }
        let allocations = match take(state, now, &grants, self.credits)? {
            TakenCredits::MergeFirst(change) => return Ok(Decision::Prepare(change)),
            TakenCredits::From(allocations) => allocations,
        };
        let mut draft = Draft::new(state, now);
        let receipt = draft.post(Entry {
            kind: Kind::AdjustmentOut,
            allocations,
            key: Some(self.key.clone()),
            purchase: None,
            note: self.note.clone(),
            metadata: self.metadata.clone(),
        })?;
        draft.remember(self.key.clone(), fingerprint, receipt);
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}
