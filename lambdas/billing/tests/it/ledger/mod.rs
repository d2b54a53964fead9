//! Operations and audit over the in-memory store.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod audit;
mod operations;
mod support;
