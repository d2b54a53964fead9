//! Basic types of the workspace.

mod error;
mod recipe_id;
pub mod sniff;
mod timestamp;

pub use error::PortError;
pub use recipe_id::{InvalidId, RecipeId};
pub use timestamp::{InvalidTimestamp, Timestamp};
