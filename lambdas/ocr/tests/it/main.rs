//! Page images and recognised lines.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod drawing;
mod lines;
mod pictures;
mod sheets;
