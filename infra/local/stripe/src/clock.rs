//! The clock: the machine's, which tests can put forward, so that nothing has to wait for days to pass.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A century: more than that no test has to wait.
const FARTHEST: i64 = 100 * 366 * 86_400;

/// Seconds since 1970, by the machine's clock or from a fixed start.
pub struct Clock {
    fixed: Option<i64>,
    ahead: AtomicI64,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self { fixed: None, ahead: AtomicI64::new(0) }
    }

    /// A clock that stands at `start` (seconds since 1970) until it is put forward.
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

    /// Puts it forward by so many seconds, a century in all at most; a clock never goes back.
    pub fn advance(&self, seconds: i64) {
        let ahead = self.ahead.load(Ordering::SeqCst);
        self.ahead.store(ahead.saturating_add(seconds.max(0)).min(FARTHEST), Ordering::SeqCst);
    }
}
