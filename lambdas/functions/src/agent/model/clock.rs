//! Clock that advances monotonically, regardless of changes to the system clock.

use std::time::Instant;

use agent::{Clock, Moment};
use app::Timestamp;

/// Start time plus elapsed monotonic time.
#[derive(Debug)]
pub struct MonotonicClock {
    began: Moment,
    since: Instant,
}

impl MonotonicClock {
    /// A clock that starts at this time.
    #[must_use]
    pub fn starting_at(now: Timestamp) -> Self {
        Self { began: Moment::from_millis(now.millis()), since: Instant::now() }
    }
}

impl Clock for MonotonicClock {
    fn now(&self) -> Moment {
        self.began.plus(self.since.elapsed())
    }
}
