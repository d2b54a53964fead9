//! The Stripe port against the stand-in. async-stripe's types are generated from Stripe's API description, so
//! they also check the stand-in.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod chain;
mod decoding;
mod provider;
mod support;
