//! Keeps only the parts of a model's answer that the source contains verbatim. Others, which may be invented,
//! are dropped and counted.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod cover;
mod ground;
mod tokens;

pub use cover::Place;
pub use ground::{Answer, Dropped, Grounded, ground};
