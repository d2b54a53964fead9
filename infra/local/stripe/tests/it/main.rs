//! Integration tests.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod api;
mod deliveries;
mod examples;
mod page;
mod payments;
mod support;
