//! Use cases, ports and errors: what Zest does, without saying with what.
//!
//! Read [`import`] first: it is the way from an address to a recipe. Time, ids and randomness come in as
//! arguments; the outside world is reached only through the traits in [`ports`] and [`fetching`].

pub mod account;
pub mod addresses;
pub mod analytics;
pub mod book;
pub mod caller;
pub mod card;
pub mod claim;
pub mod enrich;
pub mod error;
pub mod failure;
pub mod fetching;
pub mod ids;
pub mod import;
pub mod linking;
pub mod owner_token;
pub mod page_token;
pub mod ports;
pub mod publish;
pub mod reading;
pub mod sealed;
pub mod stored;
pub mod sweep;
pub mod timestamp;
pub mod uploads;
pub mod view;

pub use caller::Caller;
pub use card::{Card, RecipeChange};
pub use error::AppError;
pub use failure::{ErrorCode, Failure};
pub use ids::{Attempt, OwnerId, RecipeId};
pub use recipe::Language;
pub use stored::{NutritionStatus, Recipe, Stage, Status};
pub use timestamp::Timestamp;
