use crate::ledger::GRANTS_AT_ONCE;
use crate::ledger::account::{Allocation, GrantRow, Kind};
use crate::ledger::amounts::Amount;
use crate::ledger::change::Change;
use crate::ledger::draft::{Draft, Entry};
use crate::ledger::ids::UserId;
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::order::first_used;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Needs, State};
use zest_core::Timestamp;

/// Takes expired credits out of a member's balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expire {
    /// Owner of the grants.
    pub member: UserId,
}

impl Operation for Expire {
    type Outcome = ();

    fn needs(&self) -> Needs {
        Needs::account(&self.member)
    }

    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<()>, Refusal> {
        Ok(match expiry(state, now)? {
            Some(change) => Decision::Prepare(change),
            None => Decision::Done(()),
        })
    }
}

/// Ends at most [`GRANTS_AT_ONCE`] grants; `None` if none is due.
pub(super) fn expiry(state: &State, now: Timestamp) -> Result<Option<Change>, Refusal> {
    let is_due = |grant: &&GrantRow| !grant.expired && !grant.remaining.is_zero() && grant.is_over(now);
    let mut due: Vec<_> = state.grants.iter().filter(is_due).collect();
    if due.is_empty() {
        return Ok(None);
    }
    due.sort_by(|one, other| first_used(one, other));
    due.truncate(GRANTS_AT_ONCE);
    let mut draft = Draft::new(state, now);
    let gone = due.iter().map(|grant| Allocation {
        grant: grant.id.clone(),
        purchase: grant.purchase.clone(),
        amount: Amount::goes(grant.remaining),
    });
    draft.post(Entry::ours(Kind::Expiration, "Credits have expired", gone.collect()))?;
    for grant in due {
        draft.end(&grant.id)?;
    }
    draft.finish().map(Some)
}
