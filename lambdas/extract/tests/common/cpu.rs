//! Time that a thread computes, so that a busy machine makes no test red and no figure worse.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// What this thread has computed so far.
pub(crate) fn spent() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_THREAD).unwrap();
    duration(usage.user_time()) + duration(usage.system_time())
}

fn duration(time: TimeVal) -> Duration {
    Duration::from_micros(time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64)
}

/// What `work` computes.
pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = spent();
    let done = work();
    (done, spent().saturating_sub(start))
}
