//! The pure domain of recipes. No clock, no randomness, no network.

mod content;
pub mod duration;
mod kitchen_words;
pub mod language;
mod lexicon;
pub mod line;
pub mod nutrition;
mod quantity;
pub mod steps;
pub mod tags;
mod words;

pub use content::{Content, Doubt, Ingredient, Nutrition};
pub use language::Language;
