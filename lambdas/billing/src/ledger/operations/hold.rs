use std::collections::BTreeMap;

use crate::ledger::account::{HoldRow, HoldState};
use crate::ledger::amounts::Credits;
use crate::ledger::change::{Change, Condition, Put, Row};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{HoldId, Key, Note, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::use_up::{Begun, Usage};
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};
use zest_core::Timestamp;

/// Reserves credits until [`Settle`] or [`crate::ledger::Release`] ends the hold; only one of them succeeds.
/// Refused with [`Refusal::Insufficient`], [`Refusal::Nothing`] or [`Refusal::OtherBody`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Owner of the credits.
    pub member: UserId,
    /// Id of the work, such as an import and its attempt; also the idempotency key among all members.
    pub id: HoldId,
    /// Number of credits to reserve.
    pub credits: Credits,
    /// Time from which the sweep checks the work.
    pub deadline: Timestamp,
    /// Reason.
    pub note: Note,
    /// Additional data.
    pub metadata: BTreeMap<String, String>,
}

impl Operation for Hold {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(Key::of_hold(&self.id)), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
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
        draft.put_row(Row::Hold(hold), Condition::Absent);
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}

/// Ends a hold whose work was done: its credits are used. Idempotent; refused with [`Refusal::UnknownHold`]
/// or [`Refusal::AlreadyReleased`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settle {
    /// Owner of the hold.
    pub member: UserId,
    /// Id of the work that was done.
    pub id: HoldId,
}

impl Operation for Settle {
    type Outcome = ();

    fn needs(&self) -> Needs {
        Needs { account: false, hold: Some(self.id.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<()>, Refusal> {
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
