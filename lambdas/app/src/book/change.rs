//! How a recipe of the caller's own is changed: loaded, checked, edited and written until nobody else was faster.

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::RecipeId;
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::writes::update;

/// Changes a recipe of the caller's own. An edit that changes nothing is not written.
pub(super) async fn change_own(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &str,
    now: Timestamp,
    edit: impl Fn(&mut Recipe) -> Result<(), AppError> + Send + Sync,
) -> Result<Recipe, AppError> {
    let id = RecipeId::parse(id)?;
    update(store, now, || load_own(store, caller, &id), edit).await
}

/// The recipe, if the caller proves to own it.
pub(super) async fn load_own(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &RecipeId,
) -> Result<Recipe, AppError> {
    // Anyone without a token is refused before the store is asked: what exists is not told by the answer.
    caller.may_change_own()?;
    let recipe = store.get(id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) { Ok(recipe) } else { Err(AppError::Unauthorized) }
}
