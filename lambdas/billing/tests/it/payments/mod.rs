//! The purchase service over the in-memory ledger and a scripted provider.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod callers;
mod orders;
mod support;
mod verdicts;
