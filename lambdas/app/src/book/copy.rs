use crate::book::blank::store_new;
use crate::caller::Caller;
use crate::enrich;
use crate::error::AppError;
use crate::import::{CreateRecipe, NewSource};
use crate::media::{MediaStore, copy_picture, pictures_prefix};
use crate::model::{Marks, NutritionStatus, Recipe, Status};
use crate::pictures;
use crate::recipe_store::RecipeStore;
use crate::view::{RecipeView, public_url};
use zest_core::{RecipeId, Timestamp};

/// How a recipe is copied.
#[derive(Debug)]
pub enum CopyPlan {
    /// Copy this finished recipe with [`copy`] under the id.
    Copy(Box<Recipe>, RecipeId),
    /// Import the page of an unfinished recipe again. Counts as an import.
    Import(CreateRecipe),
}

/// Loads the original. An unfinished recipe can be copied only by its owner, and only if it has an address.
///
/// # Errors
/// [`AppError::OriginalNotFound`] if missing or not visible.
pub async fn plan_copy(
    store: &impl RecipeStore,
    caller: &Caller,
    source_id: &str,
    id: &str,
) -> Result<CopyPlan, AppError> {
    caller.may_keep_recipes()?;
    let id = RecipeId::parse(id)?;
    let source_id = RecipeId::parse(source_id).map_err(|_| AppError::OriginalNotFound)?;
    let source = store.get(&source_id).await?.ok_or(AppError::OriginalNotFound)?;
    match source.status() {
        Status::Success => Ok(CopyPlan::Copy(Box::new(source), id)),
        Status::Pending | Status::Failed if caller.owns(&source) => {
            let part = source.source.part().map(str::to_owned);
            let url = source.url.ok_or(AppError::OriginalNotFound)?;
            let again = NewSource::Address { url, part };
            Ok(CopyPlan::Import(CreateRecipe { id, source: again, language: source.requested_language }))
        }
        Status::Pending | Status::Failed => Err(AppError::OriginalNotFound),
    }
}

/// Copies a finished recipe with its photo. From other owners, copies only the public part. Idempotent.
///
/// # Errors
/// [`AppError::Unauthorized`] if the id is taken.
pub async fn copy(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    caller: &Caller,
    source: Recipe,
    id: RecipeId,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let owner = caller.may_keep_recipes()?;
    let is_own = caller.owns(&source);
    let empty = Recipe::copy_of(&source, id, owner, caller.names(), now);
    let mut copied = copied(empty, source, is_own);
    let picture = copied.image_url.take();
    let stored = store_new(store, caller, copied).await?;
    let Some(original) = picture else { return Ok(RecipeView::for_owner(stored)) };
    let Some(name) = original.rsplit('/').next() else { return Ok(RecipeView::for_owner(stored)) };
    let key = format!("{}{name}", pictures_prefix(&stored.id));
    let put = async |key: String| copy_picture(media, &original, &key).await;
    pictures::give(store, media, stored, key, put, now).await.map(RecipeView::for_owner)
}

fn copied(empty: Recipe, source: Recipe, is_own: bool) -> Recipe {
    let url = if is_own { source.url } else { source.url.as_deref().and_then(public_url) };
    let mut copied = Recipe {
        url,
        content: source.content,
        nutrition_status: source.nutrition_status,
        nutrition_source: source.nutrition_source,
        image_url: source.image_url,
        edited: source.edited,
        warnings: if is_own { source.warnings } else { Vec::new() },
        raw_extraction: source.raw_extraction.filter(|_| is_own),
        notes: source.notes.filter(|_| is_own),
        marks: if is_own { source.marks.for_copy() } else { Marks::default() },
        ..empty
    };
    if !is_own {
        copied.content.ingredients.iter_mut().for_each(|line| line.recipe = None);
    }
    // Post-processing of the original does not update the copy.
    if copied.nutrition_status == NutritionStatus::Pending {
        enrich::recompute_nutrition(&mut copied);
    }
    copied
}
