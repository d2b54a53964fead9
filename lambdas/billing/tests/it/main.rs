//! The ledger and payments against fakes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod ledger;
mod payments;
