//! Integration tests from the seller's and the buyer's side.

#![expect(clippy::unwrap_used, reason = "a panic is how a test says what is broken")]

mod api;
mod deliveries;
mod examples;
mod page;
mod payments;
mod support;
