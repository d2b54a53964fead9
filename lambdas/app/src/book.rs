//! The recipe book: read, list, write, change, copy, export, delete, and import once more.

mod blank;
mod change;
mod copy;
mod delete;
mod edit;
mod export;
mod input;
mod read;
mod retry;

pub use blank::create_blank;
pub use copy::copy;
pub use delete::{
    DELETIONS_LIMIT, Deletion, Progress, Shelves, delete, delete_all, delete_all_own, delete_many,
};
pub use edit::update;
pub use export::{EXPORT_LIMIT, Export, export};
pub use input::{Change, IngredientEdit, LINE_LIMIT, NutritionEdit, TEXT_LIMIT, TITLE_LIMIT, UpdateRecipe};
pub use read::{Listing, PAGE_LIMIT, get, list};
pub use retry::retry;

use crate::error::AppError;
use crate::ids::RecipeId;

/// How often a change is tried again when somebody else was faster.
const CONFLICT_TRIES: usize = 6;

fn parse_id(id: &str) -> Result<RecipeId, AppError> {
    RecipeId::parse(id).map_err(|_| AppError::InvalidInput("id must be 32 lowercase hexadecimal digits"))
}
