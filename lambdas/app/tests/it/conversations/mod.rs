//! Conversations: access, payment and recovery.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod kit;
mod marked_only;
mod owners;
mod turns;
