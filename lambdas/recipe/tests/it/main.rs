//! Ingredient lines and adaptation.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is how a test fails")]

mod adaptation;
mod kitchen;
mod lines;
mod manners;
