//! The one place where a function reads the clock.

use std::time::{Duration, Instant, SystemTime};

use app::Timestamp;

/// The present moment by the system's clock, to the millisecond.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp::from(SystemTime::now())
}

/// Tells whether so much time has gone by since now: for work that ends a call in good time and goes on in the next.
pub fn after(budget: Duration) -> impl Fn() -> bool + Send + Sync {
    let started = Instant::now();
    move || started.elapsed() >= budget
}
