//! The port against the stand-in for Bedrock, which each test starts for itself.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test says what is broken")]

mod answers;
mod failures;
mod requests;
mod stand_in;
