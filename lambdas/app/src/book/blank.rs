//! A recipe that is begun by hand.

use recipe::Language;

use crate::book::parse_id;
use crate::caller::Caller;
use crate::error::AppError;
use crate::ports::{RecipeStore, WriteError};
use crate::stored::Recipe;
use crate::timestamp::Timestamp;
use crate::view::RecipeView;

/// Begins a recipe that a person will write: SUCCESS, titled "New Recipe", empty. Sending the same again is harmless.
///
/// # Errors
/// [`AppError::Unauthorized`] for an id that someone, or another recipe of the caller's, has taken.
pub async fn create_blank(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &str,
    language: Option<Language>,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let owner = caller.may_keep_recipes()?;
    let blank = Recipe::blank(parse_id(id)?, owner, caller.names(), language, now);
    store_new(store, caller, blank).await.map(RecipeView::for_owner)
}

/// Stores a new recipe, or answers the one that the very same request has stored before.
pub(super) async fn store_new(
    store: &impl RecipeStore,
    caller: &Caller,
    new: Recipe,
) -> Result<Recipe, AppError> {
    match store.create(&new).await {
        Ok(()) => Ok(new),
        Err(WriteError::Conflict) => {
            let stored = store.get(&new.id).await?.ok_or(AppError::Busy)?;
            // Whether the id exists is told only to its owner, and only for the very same request.
            let is_same = caller.owns(&stored)
                && stored.origin == new.origin
                && stored.requested_language == new.requested_language;
            if is_same { Ok(stored) } else { Err(AppError::Unauthorized) }
        }
        Err(WriteError::Port(error)) => Err(error.into()),
    }
}
