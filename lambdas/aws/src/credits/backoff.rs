use std::time::Duration;

use billing::ledger::RetryPolicy;
use tokio::time::Instant;

/// Exponential back-off with jitter. It starts with the duration of the failed attempt (at least 10 ms); a
/// pause is at most 2,560 ms before jitter; the total is limited.
#[derive(Debug)]
pub struct Backoff {
    pause: Duration,
    left: Duration,
    try_began: Instant,
}

const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(2_560);

impl Backoff {
    /// Back-off with at most this total pause.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        Self { pause: FIRST_PAUSE, left: limit, try_began: Instant::now() }
    }
}

impl Backoff {
    /// Pause before jitter after an attempt of this duration; doubles each time.
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
    fn pause_is_at_least_the_attempt_and_doubles() {
        let tries_ms = [3, 5, 300, 20, 0, 9_000, 1];
        let mut backoff = Backoff::within(Duration::from_secs(60));
        let pauses = tries_ms.map(|took| backoff.next_pause(Duration::from_millis(took)).as_millis());
        assert_eq!(pauses, [10, 20, 300, 600, 1_200, 2_560, 2_560]);
    }
}
