//! How a recipe of the caller's own is changed: loaded, checked, edited and written until nobody else was faster.

use crate::book::{CONFLICT_TRIES, parse_id};
use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::RecipeId;
use crate::ports::{RecipeStore, WriteError};
use crate::stored::Recipe;
use crate::timestamp::Timestamp;

/// Changes a recipe of the caller's own. An edit that changes nothing is not written.
pub(super) async fn change_own(
    store: &impl RecipeStore,
    caller: &Caller,
    id: &str,
    now: Timestamp,
    edit: impl Fn(&mut Recipe) -> Result<(), AppError> + Send,
) -> Result<Recipe, AppError> {
    let id = parse_id(id)?;
    for _ in 0..CONFLICT_TRIES {
        let before = load_own(store, caller, &id).await?;
        let mut after = before.clone();
        edit(&mut after)?;
        if after == before {
            return Ok(after);
        }
        after.version = before.version + 1;
        after.updated_at = now.max(before.updated_at);
        match store.replace(&after, before.version).await {
            Ok(()) => return Ok(after),
            Err(WriteError::Conflict) => {}
            Err(WriteError::Port(error)) => return Err(error.into()),
        }
    }
    Err(AppError::Busy)
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
