//! The child process and tesseract.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod process;
mod tesseract;
