//! Post-processing: nutrition, tags and photo. A failure never fails the recipe.

use extract::Extraction;
use recipe::nutrition::CountedLine;
use recipe::{Content, Nutrition, nutrition, tags};
use serde::{Deserialize, Serialize};

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::fetching::{Fetcher, Wanted};
use crate::import::attempt::clear;
use crate::import::extraction::{load_extraction, stored_extraction};
use crate::job::Job;
use crate::media::{MediaStore, PhotoReducer, picture_type, store_picture};
use crate::model::{Field, NutritionSource, NutritionStatus, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::writes::update;
use zest_core::Timestamp;

/// Maximum characters of a tag or a nutrition value; longer ones are dropped.
const SHORT_TEXT_LIMIT: usize = 60;
const TAG_LIMIT: usize = 12;

pub(crate) const NUTRITION_INPUTS: [Field; 3] = [Field::Ingredients, Field::Servings, Field::Language];

/// Result of post-processing; absent parts do not change the recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Enrichment {
    /// Nutrition per serving; `None` if unknown.
    pub nutrition: Option<Nutrition>,
    /// Origin of the nutrition; `None` without nutrition.
    pub nutrition_source: Option<NutritionSource>,
    /// Tags in display order; `None` if not determined.
    pub tags: Option<Vec<String>>,
    /// Object key of the copied photo.
    pub image_url: Option<String>,
}

/// Nutrition and tags of a job's extraction; empty if the extraction was deleted.
pub async fn find(artifacts: &impl Artifacts, job: &Job) -> Result<Enrichment, AppError> {
    let Some(Extraction { content, .. }) = stored_extraction(artifacts, job).await? else {
        return Ok(Enrichment::default());
    };
    Ok(Enrichment { tags: Some(tags_of(&content)), ..nutrition_of(&content) })
}

fn nutrition_of(content: &Content) -> Enrichment {
    let stated = content.nutrition.clone();
    let short = |text: Option<String>| text.filter(|text| text.chars().count() <= SHORT_TEXT_LIMIT);
    let stated = Nutrition {
        calories: short(stated.calories),
        fat: short(stated.fat),
        carbs: short(stated.carbs),
        protein: short(stated.protein),
    };
    let (nutrition, nutrition_source) = if stated.is_empty() {
        (nutrition::per_serving(content).nutrition, NutritionSource::Computed)
    } else {
        (Some(stated), NutritionSource::Page)
    };
    let nutrition_source = nutrition.is_some().then_some(nutrition_source);
    Enrichment { nutrition, nutrition_source, ..Enrichment::default() }
}

/// Sets nutrition and tags without a workflow.
pub(crate) fn enrich_at_once(recipe: &mut Recipe, read: &Content) {
    apply_nutrition(recipe, &nutrition_of(read));
    recipe.content.tags = tags_of(read);
}

/// Whether the nutrition is neither stated nor pending.
pub(crate) fn may_recompute_nutrition(recipe: &Recipe) -> bool {
    recipe.nutrition_status != NutritionStatus::Pending
        && recipe.nutrition_source != Some(NutritionSource::Page)
        && !recipe.edited.contains(&Field::Nutrition)
}

pub(crate) fn recompute_nutrition(recipe: &mut Recipe) {
    let computed = nutrition::per_serving(&recipe.content).nutrition;
    recipe.nutrition_source = computed.is_some().then_some(NutritionSource::Computed);
    recipe.nutrition_status = if computed.is_some() || recipe.content.ingredients.is_empty() {
        NutritionStatus::Success
    } else {
        NutritionStatus::Failed
    };
    recipe.content.nutrition = computed.unwrap_or_default();
}

/// How each line counts in the nutrition; empty if the nutrition is stated or pending.
///
/// Computed at each read, so nothing is stored and it works for recipes of any age.
pub(crate) fn counted_lines(recipe: &Recipe) -> Vec<CountedLine> {
    if may_recompute_nutrition(recipe) { nutrition::counted_lines(&recipe.content) } else { Vec::new() }
}

pub(crate) fn is_incomplete(recipe: &Recipe) -> bool {
    may_recompute_nutrition(recipe) && nutrition::is_incomplete(&recipe.content)
}

fn tags_of(content: &Content) -> Vec<String> {
    let mut tags = content.tags.clone();
    tags.retain(|tag| tag.chars().count() <= SHORT_TEXT_LIMIT);
    if tags.is_empty() {
        tags = tags::derive(content);
    }
    tags.truncate(TAG_LIMIT);
    tags
}

/// Copies the page's photo to the media store, with smaller versions for lists. Ignores a photo that is not
/// available.
pub async fn copy_picture(
    artifacts: &impl Artifacts,
    fetcher: &impl Fetcher,
    media: &impl MediaStore,
    reducer: &impl PhotoReducer,
    job: &Job,
) -> Result<Enrichment, AppError> {
    let Some(address) = load_extraction(artifacts, job).await?.content.picture_url else {
        return Ok(Enrichment::default());
    };
    let Ok(picture) = fetcher.fetch(&address, Wanted::Picture).await else {
        return Ok(Enrichment::default());
    };
    let Some(content_type) = picture_type(&picture.body) else {
        return Ok(Enrichment::default());
    };
    let key = store_picture(media, reducer, &job.id, content_type, picture.body).await?;
    Ok(Enrichment { image_url: Some(key), ..Enrichment::default() })
}

/// Stores the results, except in edited fields.
///
/// # Errors
/// [`AppError::Superseded`] if the recipe was imported again, or deleted; for a deleted recipe, deletes the
/// photos and artifacts.
pub async fn apply(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    artifacts: &impl Artifacts,
    job: &Job,
    found: &Enrichment,
    now: Timestamp,
) -> Result<(), AppError> {
    let edit = |recipe: &mut Recipe| {
        apply_nutrition(recipe, found);
        if let (Some(tags), false) = (&found.tags, recipe.edited.contains(&Field::Tags)) {
            recipe.content.tags.clone_from(tags);
        }
        if let (Some(image_url), false) = (&found.image_url, recipe.edited.contains(&Field::Picture)) {
            recipe.image_url = Some(image_url.clone());
        }
        Ok(())
    };
    let load = || async {
        let recipe = store.get(&job.id).await?.ok_or(AppError::Superseded)?;
        let wanted = recipe.attempt() == job.attempt && recipe.status() == Status::Success;
        if wanted { Ok(recipe) } else { Err(AppError::Superseded) }
    };
    let written = update(store, now, load, edit).await.map(drop);
    if written == Err(AppError::Superseded) && store.get(&job.id).await?.is_none() {
        media.delete_all_of(&job.id).await?;
        clear(artifacts, job).await?;
    }
    written
}

/// Keeps nutrition that a person stated. Computed nutrition is computed again if its input was edited.
fn apply_nutrition(recipe: &mut Recipe, found: &Enrichment) {
    if recipe.edited.contains(&Field::Nutrition) {
        recipe.nutrition_status = NutritionStatus::Success;
        return;
    }
    let is_stated = found.nutrition_source == Some(NutritionSource::Page);
    if !is_stated && NUTRITION_INPUTS.iter().any(|field| recipe.edited.contains(field)) {
        recompute_nutrition(recipe);
        return;
    }
    recipe.nutrition_status = match &found.nutrition {
        Some(nutrition) => {
            recipe.content.nutrition = nutrition.clone();
            NutritionStatus::Success
        }
        None => NutritionStatus::Failed,
    };
    recipe.nutrition_source = found.nutrition_source.filter(|_| found.nutrition.is_some());
}
