//! Token bucket with a burst of one second's permits.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Allows `per_second` permits on average, and as many in a burst.
pub struct TokenBucket {
    per_second: f64,
    state: Mutex<(f64, Duration)>,
}

impl TokenBucket {
    /// A full bucket; `now` is on the clock of [`take`](Self::take).
    pub fn new(per_second: u32, now: Duration) -> Self {
        let per_second = f64::from(per_second);
        Self { per_second, state: Mutex::new((per_second, now)) }
    }

    /// Takes one permit; false if none is left.
    pub fn take(&self, now: Duration) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (permits, then) = *state;
        let refilled = now.saturating_sub(then).as_secs_f64().mul_add(self.per_second, permits);
        let permits = refilled.min(self.per_second);
        let taken = permits >= 1.0;
        *state = (if taken { permits - 1.0 } else { permits }, now);
        taken
    }
}
