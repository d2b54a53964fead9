use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// CPU time of this process and its ended children, such as OCR; zero if unavailable.
pub(crate) fn processor_time() -> Duration {
    time_of(UsageWho::RUSAGE_SELF).saturating_add(time_of(UsageWho::RUSAGE_CHILDREN))
}

fn time_of(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else {
        return Duration::ZERO;
    };
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(micros).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn child_process_time_is_counted() {
        let (before, own) = (processor_time(), time_of(UsageWho::RUSAGE_SELF));
        let ended =
            Command::new("sh").args(["-c", "n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done"]).status();
        assert!(ended.is_ok_and(|status| status.success()));
        let of_us = time_of(UsageWho::RUSAGE_SELF).saturating_sub(own);
        assert!(processor_time().saturating_sub(before) > of_us + Duration::from_millis(20));
    }
}
