//! Credits that are held while the work that they are for is under way.

use std::collections::BTreeMap;

use crate::ledger::account::{HoldRow, HoldState};
use crate::ledger::amounts::Credits;
use crate::ledger::change::{Change, Condition, Put, Row};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{HoldId, Key, Note, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::use_up::{Begun, Usage};
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};

/// Takes credits until [`Settle`] or [`crate::ledger::Release`] says what has become of the work: exactly one of them does.
/// Refused with [`Refusal::Insufficient`], [`Refusal::Nothing`] or [`Refusal::OtherBody`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The member whose credits are held.
    pub member: UserId,
    /// What they are for, such as an import and its attempt. It is the key as well, among all members.
    pub id: HoldId,
    /// How many credits are held.
    pub credits: Credits,
    /// From when on a sweep looks what has become of the work.
    pub deadline: Moment,
    /// What for, in words.
    pub note: Note,
    /// What else is to be known of it.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Hold {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(Key::of_hold(&self.id)), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Moment) -> Result<Decision<Applied>, Refusal> {
        let usage = Usage {
            key: &Key::of_hold(&self.id),
            credits: self.credits,
            note: &self.note,
            metadata: &self.metadata,
            fingerprint: Fingerprint::of(&["hold", self.member.as_str(), &self.credits.to_string()]),
        };
        let (mut draft, receipt) = match usage.begin(state, now)? {
            Begun::Before(applied) => return Ok(Decision::Done(applied)),
            Begun::Prepare(change) => return Ok(Decision::Prepare(change)),
            Begun::Posted(draft, receipt) => (draft, receipt),
        };
        let hold = HoldRow {
            id: self.id.clone(),
            member: self.member.clone(),
            state: HoldState::Held,
            credits: self.credits,
            taken: draft.posted().to_vec(),
            sequence: receipt.sequence,
            deadline: self.deadline,
            created_at: draft.at(),
            updated_at: draft.at(),
        };
        draft.also(Row::Hold(hold), Condition::Absent);
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}

/// Says that the work was done: what was held is used, for good. Again it is no error; refused with
/// [`Refusal::UnknownHold`] or [`Refusal::AlreadyReleased`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settle {
    /// The member whose hold it is.
    pub member: UserId,
    /// The hold whose work was done.
    pub id: HoldId,
}

impl Operation for Settle {
    type Outcome = ();

    fn needs(&self) -> Needs {
        Needs { account: false, hold: Some(self.id.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Moment) -> Result<Decision<()>, Refusal> {
        let hold = state.hold.as_ref().ok_or(Refusal::UnknownHold)?;
        match hold.state {
            HoldState::Settled => Ok(Decision::Done(())),
            HoldState::Released => Err(Refusal::AlreadyReleased),
            HoldState::Held => {
                let settled = HoldRow {
                    state: HoldState::Settled,
                    updated_at: now.max(hold.updated_at),
                    ..hold.clone()
                };
                let condition = Condition::InState(HoldState::Held);
                let puts = vec![Put { row: Row::Hold(settled), condition }];
                Ok(Decision::Commit(Change { puts }, ()))
            }
        }
    }
}
