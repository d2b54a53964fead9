use crate::error::AppError;
use crate::media::MediaStore;
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use crate::writes::update;
use zest_core::{PortError, RecipeId, Timestamp};

/// Stores a photo with `put`, and sets it in the recipe unless the recipe has one.
///
/// # Errors
/// [`AppError::Superseded`] if the recipe was deleted in the meantime; then the photo is deleted too.
pub(crate) async fn give<Putting>(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    recipe: Recipe,
    key: String,
    put: impl FnOnce(String) -> Putting + Send,
    now: Timestamp,
) -> Result<Recipe, AppError>
where
    Putting: Future<Output = Result<bool, PortError>> + Send,
{
    if recipe.image_url.is_some() || !put(key.clone()).await? {
        return Ok(recipe);
    }
    let id: &RecipeId = &recipe.id;
    let load = || async { store.get(id).await?.ok_or(AppError::Superseded) };
    let written = update(store, now, load, |stored| {
        stored.image_url.get_or_insert_with(|| key.clone());
        Ok(())
    })
    .await;
    if written == Err(AppError::Superseded) && store.get(id).await?.is_none() {
        media.delete_all_of(id).await?;
    }
    written
}
