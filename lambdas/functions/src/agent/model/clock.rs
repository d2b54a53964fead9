//! Clock that never goes back, whatever happens to the system clock.

use std::time::Instant;

use agent::Clock;
use zest_core::Timestamp;

/// Start time plus elapsed monotonic time.
#[derive(Debug)]
pub struct MonotonicClock {
    began: Timestamp,
    since: Instant,
}

impl MonotonicClock {
    /// A clock that starts at this time.
    #[must_use]
    pub fn starting_at(now: Timestamp) -> Self {
        Self { began: Timestamp::from_millis(now.millis()), since: Instant::now() }
    }
}

impl Clock for MonotonicClock {
    fn now(&self) -> Timestamp {
        self.began.plus(self.since.elapsed())
    }
}
