//! Conversations from the first question to their end: who may, what it costs, and what is left of what broke off.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod kit;
mod marked_only;
mod owners;
mod turns;
