//! Post-processing: nutrition, tags and picture, each worked out by itself, then applied together.
//!
//! Whatever goes wrong here never fails the recipe.

use recipe::{Content, Nutrition, nutrition, tags};
use serde::{Deserialize, Serialize};

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::fetching::{Fetcher, Wanted};
use crate::import::attempt::clear;
use crate::import::extraction::load_extraction;
use crate::job::Job;
use crate::media::{MediaStore, picture_key, picture_type};
use crate::model::{Field, NutritionSource, NutritionStatus, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::writes::update;

/// Longest text of one nutrition value and of one tag, in characters: they travel between states.
const SHORT_TEXT_LIMIT: usize = 60;
/// Most tags a recipe is given.
const TAG_LIMIT: usize = 12;

/// What nutrition is worked out from.
pub(crate) const FEEDS_NUTRITION: [Field; 3] = [Field::Ingredients, Field::Servings, Field::Language];

/// What post-processing found out; an absent part leaves the recipe as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Enrichment {
    /// Per serving; `None` when it is not to be had.
    pub nutrition: Option<Nutrition>,
    /// Whether the source states the nutrition or it was computed; `None` without nutrition.
    pub nutrition_source: Option<NutritionSource>,
    /// The tags that were found, in the order in which they are shown; `None` where they were not looked for.
    pub tags: Option<Vec<String>>,
    /// Key of the copied picture, `media/<recipe id>/<hash>`; `None` when none is to be had.
    pub image_url: Option<String>,
}

impl Enrichment {
    /// Puts together what the branches found: each fills its own part, and one that failed leaves it open.
    #[must_use]
    pub fn merge(parts: Vec<Option<Self>>) -> Self {
        parts.into_iter().flatten().fold(Self::default(), |all, part| Self {
            nutrition: all.nutrition.or(part.nutrition),
            nutrition_source: all.nutrition_source.or(part.nutrition_source),
            tags: all.tags.or(part.tags),
            image_url: all.image_url.or(part.image_url),
        })
    }
}

/// The nutrition that the page states, else what its ingredients come to. Nothing is said when too little of them is
/// known.
///
/// # Errors
/// As the artifacts has them.
pub async fn find_nutrition(artifacts: &impl Artifacts, job: &Job) -> Result<Enrichment, AppError> {
    Ok(nutrition_of(&load_extraction(artifacts, job).await?.content))
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

/// Works out at once what post-processing would, except the picture: nutrition and tags, as the source states them or as
/// they follow from what it says.
pub(crate) fn enrich_at_once(recipe: &mut Recipe, read: &Content) {
    apply_nutrition(recipe, &nutrition_of(read));
    recipe.content.tags = tags_of(read);
}

/// Whether the nutrition is ours to work out anew: neither the page nor a person has stated it, and it is not being
/// worked out anyway.
pub(crate) fn may_reckon(recipe: &Recipe) -> bool {
    recipe.nutrition_status != NutritionStatus::Pending
        && recipe.nutrition_source != Some(NutritionSource::Page)
        && !recipe.edited.contains(&Field::Nutrition)
}

/// Works the nutrition out from the ingredients as they are. A recipe without any holds none, which is known.
pub(crate) fn reckon_nutrition(recipe: &mut Recipe) {
    let reckoned = nutrition::per_serving(&recipe.content).nutrition;
    recipe.nutrition_source = reckoned.is_some().then_some(NutritionSource::Computed);
    recipe.nutrition_status = if reckoned.is_some() || recipe.content.ingredients.is_empty() {
        NutritionStatus::Success
    } else {
        NutritionStatus::Failed
    };
    recipe.content.nutrition = reckoned.unwrap_or_default();
}

/// The tags that the page states, else those that follow from what it says.
///
/// # Errors
/// As the artifacts has them.
pub async fn find_tags(artifacts: &impl Artifacts, job: &Job) -> Result<Enrichment, AppError> {
    let content = load_extraction(artifacts, job).await?.content;
    Ok(Enrichment { tags: Some(tags_of(&content)), ..Enrichment::default() })
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

/// Copies the page's picture to our own media, so that neither the reader's address goes to the site nor the
/// picture goes away with it.
///
/// # Errors
/// As the artifacts and the media store have them. A picture that is not to be had is no error.
pub async fn copy_picture(
    artifacts: &impl Artifacts,
    fetcher: &impl Fetcher,
    media: &impl MediaStore,
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
    let key = picture_key(&job.id, &picture.body);
    media.put(&key, content_type, picture.body).await?;
    Ok(Enrichment { image_url: Some(key), ..Enrichment::default() })
}

/// Writes what was found, except over what a person has edited.
///
/// # Errors
/// [`AppError::Superseded`] when the recipe is gone or has been imported again. With a recipe that is gone goes the
/// picture that has just been copied for it, and what else its import has left.
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

/// Nutrition that a person has stated stays. Where they have changed what it was worked out from, it is worked out from
/// what they wrote.
fn apply_nutrition(recipe: &mut Recipe, found: &Enrichment) {
    if recipe.edited.contains(&Field::Nutrition) {
        recipe.nutrition_status = NutritionStatus::Success;
        return;
    }
    let is_stated = found.nutrition_source == Some(NutritionSource::Page);
    if !is_stated && FEEDS_NUTRITION.iter().any(|field| recipe.edited.contains(field)) {
        reckon_nutrition(recipe);
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
