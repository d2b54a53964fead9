//! The port on Stripe, against the stand-in: its answers are decoded by types that were generated from Stripe's own
//! description of its API, so the two are held against each other.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod chain;
mod decoding;
mod provider;
mod support;
