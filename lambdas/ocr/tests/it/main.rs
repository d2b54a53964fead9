//! Page images and recognised lines.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod drawing;
mod lines;
mod pictures;
mod sheets;
