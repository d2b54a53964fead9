use std::time::Duration;

use crate::GRANTS_AT_ONCE;
use crate::account::{Allocation, GrantRow, Kind};
use crate::amounts::Amount;
use crate::change::Change;
use crate::draft::{Draft, Entry};
use crate::ids::UserId;
use crate::moment::Moment;
use crate::mutants::{Mutant, on};
use crate::operation::{Decision, Operation};
use crate::order::first_used;
use crate::refusal::Refusal;
use crate::state::{Needs, State};

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

    fn decide(&self, state: &State, now: Moment) -> Result<Decision<()>, Refusal> {
        let early = on(Mutant::ExpiredEarly);
        let until = if early { now.plus(Duration::from_secs(1)) } else { now };
        Ok(match expiry(state, until)? {
            Some(change) => Decision::Prepare(change),
            None => Decision::Done(()),
        })
    }
}

/// Change that expires due grants, at most [`GRANTS_AT_ONCE`]; `None` if none is due.
pub(super) fn expiry(state: &State, now: Moment) -> Result<Option<Change>, Refusal> {
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
