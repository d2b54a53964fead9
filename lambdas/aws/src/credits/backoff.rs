//! How whoever was too slow waits.

use std::time::Duration;

use billing::ledger::RetryPolicy;
use tokio::time::Instant;

/// Waits at first as long as the try took that was too slow, ten milliseconds at least, and twice as long each time, up to
/// 2,560 ms, so that many who write one row leave each other room however slow the table is; each pause is one half to one
/// and a half of that. It gives up when all pauses together would take too long.
#[derive(Debug)]
pub struct Backoff {
    pause: Duration,
    left: Duration,
    try_began: Instant,
}

const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(2_560);

impl Backoff {
    /// Gives up once it has waited so long in all.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        Self { pause: FIRST_PAUSE, left: limit, try_began: Instant::now() }
    }
}

impl Backoff {
    /// The pause after a try that took so long, before its jitter; the next one is twice as long.
    fn next_pause(&mut self, took: Duration) -> Duration {
        let pause = self.pause.max(took).min(LONGEST_PAUSE);
        self.pause = (pause * 2).min(LONGEST_PAUSE);
        pause
    }
}

impl RetryPolicy for Backoff {
    async fn wait(&mut self) -> bool {
        let pause = self.next_pause(self.try_began.elapsed()).mul_f64(crate::dynamo::jitter());
        let Some(left) = self.left.checked_sub(pause) else { return false };
        tokio::time::sleep(pause).await;
        self.left = left;
        self.try_began = Instant::now();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_as_long_as_the_try_before_it_and_at_least_twice_the_pause_before() {
        let tries_ms = [3, 5, 300, 20, 0, 9_000, 1];
        let mut backoff = Backoff::within(Duration::from_secs(60));
        let pauses = tries_ms.map(|took| backoff.next_pause(Duration::from_millis(took)).as_millis());
        assert_eq!(pauses, [10, 20, 300, 600, 1_200, 2_560, 2_560]);
    }
}
