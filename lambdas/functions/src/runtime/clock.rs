//! The functions' only access to the system clock.

use std::time::{Duration, Instant, SystemTime};

use zest_core::Timestamp;

/// The current time, in milliseconds.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp::from(SystemTime::now())
}

/// Returns a function that tells whether `budget` has elapsed since this call.
pub fn after(budget: Duration) -> impl Fn() -> bool + Send + Sync {
    let started = Instant::now();
    move || started.elapsed() >= budget
}
