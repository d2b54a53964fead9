//! The pure domain of recipes. No clock, no randomness, no network.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

mod content;
pub mod duration;
mod features;
mod fold;
#[expect(clippy::indexing_slicing, reason = "not rewritten yet")]
mod foods;
mod kitchen_words;
pub mod language;
#[expect(clippy::indexing_slicing, reason = "not rewritten yet")]
mod lexicon;
pub mod line;
#[expect(clippy::indexing_slicing, reason = "not rewritten yet")]
mod measure;
pub mod model;
pub mod nutrition;
mod quantity;
#[expect(clippy::string_slice, reason = "not rewritten yet")]
pub mod scale;
mod span;
pub mod steps;
pub mod tags;
#[expect(clippy::string_slice, reason = "not rewritten yet")]
mod token;
pub mod training;
pub mod unit;
mod words;

pub use content::{Content, Doubt, Ingredient, Nutrition};
pub use language::Language;
pub use measure::Measure;
pub use span::{Places, Span};
pub use unit::{Size, Unit};
