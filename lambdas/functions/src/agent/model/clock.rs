//! The time of day, which goes on evenly whatever happens to the machine's clock.

use std::time::Instant;

use agent::{Clock, Moment};
use app::Timestamp;

/// The time since a moment of the machine's clock.
#[derive(Debug)]
pub struct MonotonicClock {
    began: Moment,
    since: Instant,
}

impl MonotonicClock {
    /// The time from this moment on, which is now.
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
