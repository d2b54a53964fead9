//! The pure domain of recipes. No clock, no randomness, no network.

mod content;
mod language;

pub use content::{Content, Ingredient, Nutrition};
pub use language::Language;
