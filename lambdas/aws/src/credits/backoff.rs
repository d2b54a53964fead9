//! How whoever was too slow waits.

use std::time::Duration;

use ledger::RetryPolicy;

/// Waits ten milliseconds at first and twice as long each time, up to 2,560, so that many who write one row leave each other
/// room; each pause is one half to one and a half of that. It gives up when all pauses together would take too long.
#[derive(Debug)]
pub struct Backoff {
    pause: Duration,
    left: Duration,
}

const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(2_560);

impl Backoff {
    /// Gives up once it has waited so long in all.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        Self { pause: FIRST_PAUSE, left: limit }
    }
}

impl RetryPolicy for Backoff {
    async fn wait(&mut self) -> bool {
        let pause = self.pause.mul_f64(crate::dynamo::jitter());
        let Some(left) = self.left.checked_sub(pause) else { return false };
        tokio::time::sleep(pause).await;
        self.left = left;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        true
    }
}
