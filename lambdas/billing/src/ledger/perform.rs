use std::future::Future;

use crate::ledger::operation::{Decision, Operation};
use crate::ledger::refusal::Refusal;
use crate::ledger::store::{CommitError, Store};
use zest_core::{PortError, Timestamp};

/// Why an operation failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Refused by the ledger.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed. After [`PortError::Busy`] the change may have been written: retry the operation.
    #[error(transparent)]
    Store(#[from] PortError),
}

/// Waits between attempts; the caller supplies the jitter.
pub trait RetryPolicy: Send {
    /// Waits before the next attempt; `false` gives up.
    fn wait(&mut self) -> impl Future<Output = bool> + Send;
}

/// Runs an operation with retries on conflict.
///
/// # Errors
/// [`Failure::Refused`] by the ledger, [`Failure::Store`] if the store fails or the retries are used up.
pub async fn perform<O: Operation>(
    store: &impl Store,
    operation: &O,
    now: Timestamp,
    retry: &mut impl RetryPolicy,
) -> Result<O::Outcome, Failure> {
    loop {
        let state = store.read(&operation.needs()).await?;
        let (change, outcome) = match operation.decide(&state, now) {
            Ok(Decision::Done(outcome)) => return Ok(outcome),
            Ok(Decision::Commit(change, outcome)) => (change, Some(outcome)),
            Ok(Decision::Prepare(change)) => (change, None),
            // Rows read at different moments may contradict each other; only lasting contradictions are
            // damage.
            Err(Refusal::Damaged(reason)) => {
                if retry.wait().await {
                    continue;
                }
                return Err(Refusal::Damaged(reason).into());
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
                    return Err(PortError::Busy("others were faster".to_owned()).into());
                }
            }
            Err(CommitError::Store(error)) => return Err(error.into()),
        }
    }
}
