use std::collections::BTreeMap;
use std::time::Duration;

use crate::ledger::account::{GrantType, Kind};
use crate::ledger::amounts::Credits;
use crate::ledger::draft::{Draft, Entry, NewGrant};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{GrantId, Key, Note, UserId};
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::operations::keyed::answered;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Applied, Needs, State};
use zest_core::Timestamp;

/// Gives a member promotional credits or an admin's adjustment. Refused with [`Refusal::Nothing`],
/// [`Refusal::OtherBody`] or [`Refusal::TooMany`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The recipient.
    pub member: UserId,
    /// Idempotency key, unique among all members.
    pub key: Key,
    /// True for a promotion, false for an adjustment.
    pub is_present: bool,
    /// Credits to give.
    pub credits: Credits,
    /// Lifetime from now on.
    pub lasts: Duration,
    /// Reason.
    pub note: Note,
    /// Additional data, such as the admin.
    pub metadata: BTreeMap<String, String>,
}

impl Grant {
    fn fingerprint(&self) -> Fingerprint {
        let (credits, lasts) = (self.credits.to_string(), self.lasts.as_millis().to_string());
        let kind = if self.is_present { "present" } else { "adjustment" };
        Fingerprint::of(&["grant", kind, self.member.as_str(), &credits, &lasts])
    }
}

impl Operation for Grant {
    type Outcome = Applied;

    fn needs(&self) -> Needs {
        Needs { key: Some(self.key.clone()), ..Needs::account(&self.member) }
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Applied>, Refusal> {
        let fingerprint = self.fingerprint();
        if let Some(before) = answered(state, fingerprint)? {
            return Ok(Decision::Done(before));
        }
        if self.credits.is_zero() {
            return Err(Refusal::Nothing);
        }
        let (grant, kind) = if self.is_present {
            (GrantType::Promotional, Kind::Promotion)
        } else {
            (GrantType::Adjustment, Kind::AdjustmentIn)
        };
        let mut draft = Draft::new(state, now);
        let given = draft.open(NewGrant {
            id: GrantId::of_transaction(draft.next(), 0),
            kind: grant,
            purchase: None,
            credits: self.credits,
            expires_at: now.plus(self.lasts),
        });
        let receipt = draft.post(Entry {
            kind,
            allocations: vec![given],
            key: Some(self.key.clone()),
            purchase: None,
            note: self.note.clone(),
            metadata: self.metadata.clone(),
        })?;
        draft.remember(self.key.clone(), fingerprint, receipt);
        Ok(Decision::Commit(draft.finish()?, Applied { receipt, is_replay: false }))
    }
}
