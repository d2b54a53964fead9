//! The Stripe port against the stand-in. async-stripe's types are generated from Stripe's API description, so
//! they also check the stand-in.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod chain;
mod decoding;
mod provider;
mod support;
