//! Tests of ingredient lines and adaptation.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod adaptation;
mod kitchen;
mod lines;
mod manners;
