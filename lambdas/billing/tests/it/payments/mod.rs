//! The purchase service over the in-memory ledger and a scripted provider.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod callers;
mod orders;
mod support;
mod verdicts;
