//! Use cases, ports and errors, independent of adapters.
//!
//! Start with [`import`]. Time, ids and randomness are arguments; the outside world is reached through
//! traits, which are defined next to their use cases.

pub mod account;
pub mod addresses;
pub mod analytics;
pub mod artifacts;
pub mod book;
pub mod caller;
pub mod card;
pub mod claim;
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
