//! Fault switches, each a countdown.

use serde::{Deserialize, Serialize};

/// Fault switches; zero is off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Switches {
    /// Number of events to deliver twice.
    pub duplicate: u32,
    /// Number of batches of several events to deliver in reverse order.
    pub reorder: u32,
    /// Number of events to delay by `delay_seconds`.
    pub delay: u32,
    /// Delay in seconds.
    pub delay_seconds: u32,
    /// Number of events to drop.
    pub drop: u32,
    /// Number of POST requests that are executed and answered with 500.
    pub fail_after_success: u32,
    /// Number of requests that are executed without a response.
    pub time_out: u32,
}

/// Decrements a switch; false if it is zero.
pub fn used(switch: &mut u32) -> bool {
    let on = *switch > 0;
    *switch = switch.saturating_sub(1);
    on
}
