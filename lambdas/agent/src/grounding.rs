//! What a language model says of a source is kept only where the source says it.
//!
//! A model that reads a page may invent: an ingredient that belongs to the dish, an amount that is usual. So each of its lines must
//! stand in the source, every word and every number of it, next to each other and in order; the rest is dropped and counted. What is
//! kept has its place in the source.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod cover;
mod ground;
mod tokens;

pub use cover::Place;
pub use ground::{Answer, Dropped, Grounded, ground};
