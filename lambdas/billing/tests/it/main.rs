//! The ledger and payments against fakes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod ledger;
mod payments;
