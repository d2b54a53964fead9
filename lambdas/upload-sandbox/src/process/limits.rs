//! Resource limits that the child sets before reading input.

use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;

pub(super) const OUT_OF_TIME: i32 = Signal::SIGXCPU as i32;
pub(super) const ABORTED: i32 = Signal::SIGABRT as i32;

pub(super) const KILLED: i32 = Signal::SIGKILL as i32;

/// Makes this process's memory and environment, which contains the role's keys, unreadable for processes of
/// the same user.
pub(super) fn hide() -> nix::Result<()> {
    prctl::set_dumpable(false)
}

pub(super) fn set(memory_mib: u64, cpu_seconds: u64) -> nix::Result<()> {
    hide()?;
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    for (resource, limit) in [
        (Resource::RLIMIT_AS, memory_mib.saturating_mul(1024 * 1024)),
        (Resource::RLIMIT_CORE, 0),
        // No file writes; pipes are not affected.
        (Resource::RLIMIT_FSIZE, 0),
    ] {
        setrlimit(resource, limit, limit)?;
    }
    // The soft limit sends a specific signal; the hard limit kills.
    setrlimit(Resource::RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parent_of_children_is_unreadable_for_them() {
        prctl::set_dumpable(true).expect("a flag");
        crate::run_if_child();
        assert_eq!(prctl::get_dumpable(), Ok(false));
        prctl::set_dumpable(true).expect("a flag");
    }
}
