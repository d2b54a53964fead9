//! A failed import, once more.

use crate::book::change::change_own;
use crate::caller::Caller;
use crate::error::AppError;
use crate::model::{Stage, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;
use crate::view::RecipeView;
use crate::workflows::{Workflows, start_import};

/// Starts a FAILED import once more; one that is not FAILED stays as it is.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it; [`AppError::InvalidInput`] where its address was
/// taken out, and it has no upload.
pub async fn retry(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let recipe = change_own(store, caller, id, now, |recipe| {
        if recipe.status() != Status::Failed {
            return Ok(());
        }
        if recipe.url.is_none() && recipe.source.first_stage() == Stage::Fetching {
            return Err(AppError::InvalidInput(Refusal::NoAddress));
        }
        recipe.restart()?;
        Ok(())
    })
    .await?;
    if recipe.status() == Status::Pending {
        start_import(workflows, &recipe).await?;
    }
    Ok(RecipeView::for_owner(recipe))
}
