#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod kit;
mod marked_only;
mod owners;
mod turns;
