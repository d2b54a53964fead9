//! The gateway against AWS's documented behaviour, through its real router on a free port.
//!
//! `cargo test -p gateway -- --nocapture | grep -c '^case '` counts the cases.

// A helper may fail its test by a panic, just as the test itself may.
#![allow(clippy::expect_used)]

mod authorizer;
mod directives;
mod errors;
mod front_door;
mod limits;
mod program;
mod real_cloud;
mod realtime;
mod recipe_page;
mod requests;
mod rest;
mod same_origin;
mod support;
mod tokens;
