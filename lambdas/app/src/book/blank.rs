use recipe::Language;

use crate::caller::Caller;
use crate::error::AppError;
use crate::model::Recipe;
use crate::owners::current_generation;
use crate::recipe_store::RecipeStore;
use crate::view::RecipeView;
use crate::writes::{busy_if_superseded, create_once};
use zest_core::{RecipeId, Timestamp};

/// Creates an empty recipe with the title [`BLANK_TITLE`](crate::model::BLANK_TITLE) and the status SUCCESS.
/// Idempotent.
pub async fn create_blank(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &str,
    language: Option<Language>,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let owner = caller.may_keep_recipes()?;
    let blank = Recipe::blank(RecipeId::parse(id)?, owner, caller.names(), language, now);
    store_new(store, caller, blank).await.map(RecipeView::for_owner)
}

pub(super) async fn store_new(
    store: &impl RecipeStore,
    caller: &Caller,
    new: Recipe,
) -> Result<Recipe, AppError> {
    let generation = current_generation(store, &new.owner).await?;
    create_once(store, Recipe { generation, ..new }, |stored, new| {
        caller.owns(stored)
            && stored.source.is_same_request(&new.source)
            && stored.requested_language == new.requested_language
    })
    .await
    .map_err(busy_if_superseded)
}
