//! Whole turns against in-memory ports.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod figures;
mod folding;
mod grounding;
mod histories;
mod injections;
mod inventions;
mod kit;
mod made_pages;
mod model;
mod proposing;
mod reading;
mod tools;
mod turns;
mod twice;
