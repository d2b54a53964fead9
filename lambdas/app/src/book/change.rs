use crate::caller::Caller;
use crate::error::AppError;
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use crate::writes::update;
use zest_core::{RecipeId, Timestamp};

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

pub(super) async fn load_own(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &RecipeId,
) -> Result<Recipe, AppError> {
    // Check before reading, so that the error does not reveal whether the recipe exists.
    caller.may_change_own()?;
    let recipe = store.get(id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) { Ok(recipe) } else { Err(AppError::Unauthorized) }
}
