//! Use cases, ports and errors: what Zest does, without saying with what.
//!
//! Read [`import`] first: it is the way from an address to a recipe. Time, ids and randomness come in as
//! arguments; the outside world is reached only through traits, each of which stands beside the use cases that need it.

pub mod account;
pub mod addresses;
pub mod agent_budget;
pub mod agent_library;
pub mod analytics;
pub mod artifacts;
pub mod book;
pub mod caller;
pub mod card;
pub mod claim;
pub mod conversations;
pub mod crash;
pub mod credits;
pub mod enrich;
pub mod error;
pub mod failure;
pub mod feedback;
pub mod fetching;
pub mod filter;
pub mod frames;
pub mod groceries;
pub mod grocery;
pub mod holds;
pub mod ids;
pub mod import;
pub mod job;
pub mod key_condition;
pub mod limits;
pub mod linking;
pub mod listing;
pub mod media;
pub mod members;
pub mod model;
pub mod owner_token;
pub mod owners;
pub mod page_token;
mod pictures;
pub mod publish;
pub mod reading;
pub mod recipe_store;
pub mod refusal;
pub mod signed_token;
pub mod spending;
pub mod sweep;
pub mod timestamp;
pub mod upload;
pub mod uploads;
pub mod view;
pub mod workflows;
mod writes;

pub use caller::Caller;
pub use card::{Card, RecipeChange};
pub use error::AppError;
pub use failure::{ErrorCode, Failure};
pub use ids::{OwnerId, RecipeId};
pub use job::Attempt;
pub use model::{NutritionStatus, Recipe, Stage, Status};
pub use recipe::Language;
pub use timestamp::Timestamp;
