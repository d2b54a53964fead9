//! What shall go wrong: each switch is a number of times, and counts down.

use serde::{Deserialize, Serialize};

/// The switches; all zero means that all goes well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Switches {
    /// So many events are delivered twice.
    pub duplicate: u32,
    /// The events of so many happenings are delivered in the opposite order.
    pub reorder: u32,
    /// So many events are held back by `delay_seconds`.
    pub delay: u32,
    /// How long a delayed event is held back, in seconds.
    pub delay_seconds: u32,
    /// So many events are never delivered.
    pub drop: u32,
    /// So many requests are carried out and answered with 500.
    pub fail_after_success: u32,
    /// So many requests are carried out and never answered.
    pub time_out: u32,
}

/// Takes one time off a switch; false where none was left.
pub fn used(switch: &mut u32) -> bool {
    let on = *switch > 0;
    *switch = switch.saturating_sub(1);
    on
}
