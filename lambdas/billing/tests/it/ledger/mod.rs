//! The ledger's operations and its audit, over rows in memory.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod audit;
mod operations;
mod support;
