#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod audit;
mod operations;
mod support;
