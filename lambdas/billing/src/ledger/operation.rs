//! What an operation is: needs, and a decision over what was read.

use crate::ledger::change::Change;
use crate::ledger::moment::Moment;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Needs, State};

/// What an operation decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<Outcome> {
    /// Nothing is to be written: it was done before.
    Done(Outcome),
    /// This is to be written, and then it is done.
    Commit(Change, Outcome),
    /// This is to be written first; then it is decided anew.
    Prepare(Change),
}

/// Something that is asked of the ledger.
pub trait Operation: Sync {
    /// What it answers when it is done.
    type Outcome: Send;

    /// What must be read for it.
    fn needs(&self) -> Needs;

    /// Decides over what was read.
    ///
    /// # Errors
    /// The [`Refusal`] that fits: nothing is to be written.
    fn decide(&self, state: &State, now: Moment) -> Result<Decision<Self::Outcome>, Refusal>;
}
