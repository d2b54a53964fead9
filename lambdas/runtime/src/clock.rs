//! The one place where a function reads the clock.

use std::time::SystemTime;

use app::Timestamp;

/// Now.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp::from(SystemTime::now())
}
