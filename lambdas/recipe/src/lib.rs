//! The pure domain of recipes. No clock, no randomness, no network.

mod content;
pub mod duration;
mod language;
mod lexicon;
pub mod line;
mod quantity;

pub use content::{Content, Doubt, Ingredient, Nutrition};
pub use language::Language;
