//! The service over the ledger's memory and a provider that says what a test has written down.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod callers;
mod orders;
mod support;
mod verdicts;
