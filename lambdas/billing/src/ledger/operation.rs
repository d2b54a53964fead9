use crate::ledger::change::Change;
use crate::ledger::refusal::Refusal;
use crate::ledger::state::{Needs, State};
use zest_core::Timestamp;

/// What an operation does in the current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<Outcome> {
    /// Nothing to write: it was done before.
    Done(Outcome),
    /// Write this change, then the operation is done.
    Commit(Change, Outcome),
    /// Write this change first, then read and decide again.
    Prepare(Change),
}

/// A ledger operation.
pub trait Operation: Sync {
    /// Result of a completed operation.
    type Outcome: Send;

    /// Rows that must be read.
    fn needs(&self) -> Needs;

    /// Decides from the rows that were read.
    fn decide(&self, state: &State, now: Timestamp) -> Result<Decision<Self::Outcome>, Refusal>;
}
