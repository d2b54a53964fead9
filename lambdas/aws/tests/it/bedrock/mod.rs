//! The port against the Bedrock stand-in, one per test.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test says what is broken")]

mod answers;
mod failures;
mod requests;
mod stand_in;
