//! Time that a thread computes, so that a busy machine makes no test red and no figure worse.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// What `work` computes, and the processor time of this thread that it took.
pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = spent();
    let done = work();
    (done, spent().saturating_sub(start))
}

fn spent() -> Duration {
    Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap())
}
