//! Documents and exports, well-formed and hostile.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod documents;
mod exchange;
