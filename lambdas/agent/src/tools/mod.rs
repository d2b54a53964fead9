//! The model's tools: deterministic calculations on recipes. They return proposals and change no recipe.

mod arguments;
mod catalogue;
mod clock;
mod edits;
mod plan;
mod runner;
mod translation;
mod view;

pub(crate) use arguments::Call;
pub(crate) use catalogue::Tool;
pub use catalogue::{PROPOSE_EDIT, PROPOSE_IMPORT, PROPOSE_SHOPPING, catalogue, is_ours};
pub(crate) use runner::{ToolOutcome, ToolRunner};
