//! Keeps only the parts of a model's answer that its source contains.
//!
//! A model may invent ingredients or amounts. Each line must occur in the source verbatim, with all words and
//! numbers adjacent and in order; others are dropped and counted. Kept lines have their position in the
//! source.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod cover;
mod ground;
mod tokens;

pub use cover::Place;
pub use ground::{Answer, Dropped, Grounded, ground};
