//! API view of a recipe, complete or public.

use extract::Code;
use recipe::nutrition::CountedLine;
use recipe::{Content, Ingredient, Language, StepHeading};
use serde::Serialize;
use serde_json::Value;

use crate::card::Tag;
use crate::enrich;
use crate::failure::ErrorCode;
use crate::ids::OwnerId;
use crate::model::{
    CreditState, Day, ImportSummary, Marks, NutritionSource, NutritionStatus, Recipe, Source, Stage, Status,
};
use crate::upload::{SubmissionId, UploadKind};
use zest_core::{RecipeId, Timestamp};

/// Nutrition in the API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NutritionView {
    status: NutritionStatus,
    source: Option<NutritionSource>,
    calories: Option<String>,
    fat: Option<String>,
    carbs: Option<String>,
    protein: Option<String>,
    /// How each line counts; empty unless the nutrition is or should be computed.
    lines: Vec<CountedLine>,
}

/// An ingredient line linked to another recipe of the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecipeLink {
    line: usize,
    recipe: String,
}

/// `Recipe` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecipeView {
    id: RecipeId,
    mine: bool,
    title: Option<String>,
    description: Option<String>,
    author: Option<String>,
    ingredients: Vec<Ingredient>,
    instructions: Vec<String>,
    step_headings: Vec<StepHeading>,
    recipe_links: Vec<RecipeLink>,
    url: Option<String>,
    part: Option<String>,
    other_recipes: Option<Vec<String>>,
    #[serde(rename = "prep_time")]
    prep_minutes: Option<u32>,
    #[serde(rename = "cook_time")]
    cook_minutes: Option<u32>,
    #[serde(rename = "total_time")]
    total_minutes: Option<u32>,
    servings: Option<u32>,
    #[serde(rename = "yield")]
    yields: Option<String>,
    image_url: Option<String>,
    status: Status,
    stage: Option<Stage>,
    language: Option<Language>,
    tags: Vec<Tag>,
    nutritional_information: NutritionView,
    error_code: Option<ErrorCode>,
    error_details: Option<String>,
    #[serde(rename = "pictureSubmissionUUID")]
    picture_submission: Option<SubmissionId>,
    #[serde(rename = "fileSubmissionUUID")]
    file_submission: Option<SubmissionId>,
    source_name: Option<String>,
    import_summary: Option<ImportSummary>,
    credit: Option<CreditState>,
    warnings: Option<Vec<Code>>,
    notes: Option<String>,
    favourite: bool,
    rating: Option<u8>,
    collections: Vec<String>,
    made_on: Vec<Day>,
    /// A JSON value, because AppSync serializes AWSJSON itself.
    external_api_json: Option<Value>,
    owners: Option<Vec<OwnerId>>,
    created_by: Option<OwnerId>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl RecipeView {
    /// Complete view for the owner.
    #[must_use]
    pub fn for_owner(recipe: Recipe) -> Self {
        let raw: Option<Value> =
            recipe.raw_extraction.as_deref().and_then(|raw| serde_json::from_str(raw).ok());
        let other_recipes = other_recipes(&recipe.source, raw.as_ref());
        let part = recipe.source.part().map(str::to_owned);
        let lines = enrich::counted_lines(&recipe);
        let Recipe { id, owner, owners, url, mut content, import, marks, .. } = recipe;
        let recipe_links = taken_links(&mut content);
        Self {
            id,
            mine: true,
            title: content.title,
            description: content.description,
            author: content.author,
            ingredients: content.ingredients,
            instructions: content.instructions,
            step_headings: content.step_headings,
            recipe_links,
            url,
            part,
            other_recipes: Some(other_recipes),
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            servings: content.servings,
            yields: content.yields,
            image_url: recipe.image_url,
            status: import.status(),
            stage: import.stage(),
            language: content.language,
            tags: content.tags.into_iter().map(|name| Tag { name }).collect(),
            nutritional_information: NutritionView {
                status: recipe.nutrition_status,
                source: recipe.nutrition_source,
                calories: content.nutrition.calories,
                fat: content.nutrition.fat,
                carbs: content.nutrition.carbs,
                protein: content.nutrition.protein,
                lines,
            },
            error_code: import.failure().map(|failure| failure.code),
            error_details: import.failure().map(|failure| failure.details.clone()),
            picture_submission: recipe.source.submission(UploadKind::Picture).cloned(),
            file_submission: recipe.source.submission(UploadKind::File).cloned(),
            source_name: recipe.source.file_name().map(str::to_owned),
            import_summary: import.summary().cloned(),
            credit: import.charge().map(|charge| charge.state),
            warnings: Some(recipe.warnings),
            notes: recipe.notes,
            favourite: marks.favourite,
            rating: marks.rating,
            collections: marks.collections,
            made_on: marks.made_on,
            external_api_json: raw,
            owners: Some(owners.into_iter().collect()),
            created_by: Some(owner),
            version: recipe.version,
            created_at: recipe.created_at,
            updated_at: recipe.updated_at,
        }
    }

    /// Public view; `None` unless SUCCESS.
    #[must_use]
    pub fn for_stranger(recipe: Recipe) -> Option<Self> {
        if recipe.status() != Status::Success {
            return None;
        }
        let url = recipe.url.as_deref().and_then(public_url);
        let all = Self::for_owner(Recipe { marks: Marks::default(), ..recipe });
        Some(Self {
            mine: false,
            url,
            part: None,
            recipe_links: Vec::new(),
            other_recipes: None,
            picture_submission: None,
            file_submission: None,
            source_name: None,
            import_summary: None,
            credit: None,
            notes: None,
            warnings: None,
            external_api_json: None,
            owners: None,
            created_by: None,
            ..all
        })
    }
}

/// Moves the links out of the lines, because only one field of the owner's view contains them.
fn taken_links(content: &mut Content) -> Vec<RecipeLink> {
    let lines = content.ingredients.iter_mut().enumerate();
    lines
        .filter_map(|(line, ingredient)| Some(RecipeLink { line, recipe: ingredient.recipe.take()? }))
        .collect()
}

fn other_recipes(source: &Source, raw: Option<&Value>) -> Vec<String> {
    let Source::Address { part: None } = source else { return Vec::new() };
    let names = raw.and_then(|raw| raw.get("otherRecipes")).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The address without query and fragment, which may identify a person.
pub(crate) fn public_url(url: &str) -> Option<String> {
    let mut url = url::Url::parse(url).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some(url.into())
}
