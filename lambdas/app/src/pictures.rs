//! How a picture comes to a recipe that is there: its object only ever lies beside a recipe, which takes it away when it goes.

use crate::error::{AppError, PortError};
use crate::ids::RecipeId;
use crate::media::MediaStore;
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::writes::update;

/// Puts a picture under its key by `put`, which says whether there was one, and writes down that the recipe has it. One that
/// has a picture keeps it.
///
/// # Errors
/// As the ports have them; [`AppError::Superseded`] where the recipe is gone by then, and the picture with it.
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
