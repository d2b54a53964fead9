use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = spent();
    let done = work();
    (done, spent().saturating_sub(start))
}

fn spent() -> Duration {
    Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap())
}
