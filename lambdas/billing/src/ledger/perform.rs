//! Reads, decides and commits, again while somebody else is faster.

use std::future::Future;

use crate::ledger::moment::Moment;
use crate::ledger::operation::{Decision, Operation};
use crate::ledger::refusal::Refusal;
use crate::ledger::store::{CommitError, Store, StoreError};

/// Why an operation has come to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The ledger refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store is busy or broken. After [`StoreError::Busy`] it may have been done all the same: ask again.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How somebody who was too slow waits, with the jitter that only the caller can have.
pub trait RetryPolicy: Send {
    /// Waits before the next try; `false` gives up.
    fn wait(&mut self) -> impl Future<Output = bool> + Send;
}

/// Reads what an operation needs, decides and commits, again while others are faster.
///
/// # Errors
/// [`Failure::Refused`] where the ledger refuses it, [`Failure::Store`] where the store fails, or others were faster
/// until the caller retries no more.
pub async fn perform<O: Operation>(
    store: &impl Store,
    operation: &O,
    now: Moment,
    retry: &mut impl RetryPolicy,
) -> Result<O::Outcome, Failure> {
    loop {
        let state = store.read(&operation.needs()).await?;
        let (change, outcome) = match operation.decide(&state, now) {
            Ok(Decision::Done(outcome)) => return Ok(outcome),
            Ok(Decision::Commit(change, outcome)) => (change, Some(outcome)),
            Ok(Decision::Prepare(change)) => (change, None),
            // Rows of different moments contradict each other, too: only what stays so is damage.
            Err(Refusal::Damaged(told)) => {
                if retry.wait().await {
                    continue;
                }
                return Err(Refusal::Damaged(told).into());
            }
            Err(refusal) => return Err(refusal.into()),
        };
        match store.commit(&change).await {
            Ok(()) => {
                if let Some(outcome) = outcome {
                    return Ok(outcome);
                }
            }
            Err(CommitError::Conflict) => {
                if !retry.wait().await {
                    return Err(StoreError::Busy("others were faster".to_owned()).into());
                }
            }
            Err(CommitError::Store(error)) => return Err(error.into()),
        }
    }
}
