//! Recipes, without side effects: no clock, randomness or network.

#![cfg_attr(not(test), deny(clippy::string_slice, clippy::indexing_slicing))]

pub mod adapt;
pub mod amounts;
mod content;
pub mod diet;
pub mod duration;
mod features;
mod fold;
mod foods;
mod fraction;
mod kitchen_words;
pub mod language;
mod lexicon;
pub mod line;
mod line_groups;
mod measure;
pub mod model;
mod named_food;
mod normalized;
mod nutrients;
pub mod nutrition;
mod preparation;
mod quantity;
pub mod scale;
pub mod schema_org;
mod span;
mod step_headings;
pub mod steps;
pub mod tags;
mod token;
pub mod training;
pub mod unit;
mod words;

pub use content::{Content, CountedAs, Doubt, Ingredient, Nutrition, StepHeading};
pub use fold::unaccented;
pub use fraction::{fraction_value, vulgar_fraction};
pub use language::Language;
pub use line_groups::{LineGroup, line_groups};
pub use measure::Measure;
pub use named_food::{NamedFood, food_of, foods_in, is_known_food, names_food};
pub use nutrients::Nutrients;
pub use preparation::is_preparation;
pub use span::{Places, Span};
pub use step_headings::{StepGroup, headings_of_groups, moved_headings, step_groups, valid_headings};
pub use unit::{Size, Unit};
