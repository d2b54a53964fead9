//! The child process and tesseract.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod process;
mod tesseract;
