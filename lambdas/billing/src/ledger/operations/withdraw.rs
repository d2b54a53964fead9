//! Credits that an admin takes away.

use std::collections::BTreeMap;

use crate::ledger::account::Kind;
use crate::ledger::amounts::Credits;
use crate::ledger::draft::{Draft, Entry};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{Key, Note, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::expire::expiry;
use crate::ledger::operations::keyed::answered;
use crate::ledger::operations::taking::{Taking, take};
use crate::ledger::order::usable;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};

/// Takes so many credits away, or as many as there are: never more. Refused with [`Refusal::Insufficient`] where there are
/// none at all, [`Refusal::Nothing`] or [`Refusal::OtherBody`]. The receipt says how many have gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdraw {
    /// The member whose credits are taken away.
    pub member: UserId,
    /// Under which key it is done once, among all members.
    pub key: Key,
    /// How many at most.
    pub credits: Credits,
    /// Why, in words.
    pub note: Note,
    /// What else is to be known of it, such as who has taken them.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Withdraw {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(self.key.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Moment) -> Result<Decision<Applied>, Refusal> {
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
            Taking::MergeFirst(change) => return Ok(Decision::Prepare(change)),
            Taking::From(allocations) => allocations,
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
