//! Tests the Stripe port against the stand-in. async-stripe's types come from Stripe's API description, so
//! they also check the stand-in.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod chain;
mod decoding;
mod provider;
mod support;
