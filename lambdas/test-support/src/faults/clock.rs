//! Time that only waiting lets pass.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How much time has passed in a run.
#[derive(Debug, Default)]
pub(crate) struct Clock(Mutex<Duration>);

impl Clock {
    /// Since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the clock of the harness go on by so much.
    pub(crate) fn pass(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += time;
    }
}
