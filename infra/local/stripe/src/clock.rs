//! The system clock, which tests can advance.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum advance: a century, in seconds.
const FARTHEST: i64 = 100 * 366 * 86_400;

/// Seconds since 1970, from the system clock or a fixed start.
pub struct Clock {
    fixed: Option<i64>,
    ahead: AtomicI64,
}

impl Clock {
    /// The system clock.
    pub fn system() -> Self {
        Self { fixed: None, ahead: AtomicI64::new(0) }
    }

    /// A clock fixed at `start` (seconds since 1970) until advanced.
    pub fn standing_at(start: i64) -> Self {
        Self { fixed: Some(start), ahead: AtomicI64::new(0) }
    }

    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        let base = self.fixed.unwrap_or_else(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(since.as_secs()).unwrap_or(i64::MAX / 2)
        });
        base + self.ahead.load(Ordering::SeqCst)
    }

    /// Advances by `seconds`, at most a century in total.
    pub fn advance(&self, seconds: i64) {
        let ahead = self.ahead.load(Ordering::SeqCst);
        self.ahead.store(ahead.saturating_add(seconds.max(0)).min(FARTHEST), Ordering::SeqCst);
    }
}
