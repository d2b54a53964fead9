//! The tools that a model may use, and what comes of them. All of it is reckoned here, from what the library holds; what would change
//! something becomes a proposal for the cook.

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
pub(crate) use runner::{Ran, ToolRunner};
