//! The limits that a child sets itself before it looks at a byte.

use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;

/// The signal of a process that has used up its processor time.
pub(super) const OUT_OF_TIME: i32 = Signal::SIGXCPU as i32;
/// The signal of a process that gave itself up.
pub(super) const ABORTED: i32 = Signal::SIGABRT as i32;

/// The signal of a process that the system ends at once.
pub(super) const KILLED: i32 = Signal::SIGKILL as i32;

/// Neither this process nor what it starts can lift them again.
pub(super) fn set(memory_mib: u64, cpu_seconds: u64) -> nix::Result<()> {
    // A parent that is killed takes its child along.
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    for (resource, limit) in [
        (Resource::RLIMIT_AS, memory_mib.saturating_mul(1024 * 1024)),
        (Resource::RLIMIT_CORE, 0),
        // Pipes are no files.
        (Resource::RLIMIT_FSIZE, 0),
    ] {
        setrlimit(resource, limit, limit)?;
    }
    // The first limit says what it was; only the last is sure.
    setrlimit(Resource::RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
}
