//! Documents and exports, well-formed and hostile.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod documents;
mod exchange;
