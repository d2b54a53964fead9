//! Compares the gateway with AWS's documented behaviour, over HTTP on a free port.
//!
//! `cargo test -p gateway -- --nocapture | grep -c '^case '` counts the cases.

// Helpers may panic like tests.
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
