#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod callers;
mod orders;
mod support;
mod verdicts;
