//! Compares a recipe's page with the imported content. Changes nothing.

use extract::{Code, Extraction, Page};
use recipe::{Content, Ingredient, StepHeading};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::book::change::load_own;
use crate::caller::Caller;
use crate::error::AppError;
use crate::fetching::{Fetcher, Wanted};
use crate::import::extraction::warnings;
use crate::import::page::recipe_on;
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::model::{Field, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use zest_core::{RecipeId, Timestamp};

/// Ports and settings of [`read_again`].
#[derive(Debug)]
pub struct ReadAgainPorts<'a, Recipes, Web, Counts> {
    /// Recipes; only read.
    pub recipes: &'a Recipes,
    /// Fetcher of the page.
    pub web: &'a Web,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Current and imported content of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadAgain {
    /// Current content.
    pub now: PageReading,
    /// Content at the time of the import, as far as it is known.
    pub before: PageReading,
    /// Schema names of edited fields whose imported value is unknown.
    pub lost: Vec<&'static str>,
    /// Warnings about the current content.
    pub warnings: Vec<Code>,
}

/// Content that a page states, without derived data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageReading {
    /// Title; `None` if not stated.
    pub title: Option<String>,
    /// Author; `None` if not stated.
    pub author: Option<String>,
    /// Description; `None` if not stated.
    pub description: Option<String>,
    /// Ingredient lines in page order.
    pub ingredients: Vec<Ingredient>,
    /// Steps in order.
    pub instructions: Vec<String>,
    /// Headings, each with the index of the step below it.
    #[serde(rename = "stepHeadings")]
    pub step_headings: Vec<StepHeading>,
    /// Preparation time in minutes.
    #[serde(rename = "prep_time")]
    pub prep_minutes: Option<u32>,
    /// Cooking time in minutes.
    #[serde(rename = "cook_time")]
    pub cook_minutes: Option<u32>,
    /// Total time in minutes.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// Number of servings.
    pub servings: Option<u32>,
    /// Yield in words.
    #[serde(rename = "yield")]
    pub yields: Option<String>,
}

impl From<Content> for PageReading {
    fn from(content: Content) -> Self {
        Self {
            title: content.title,
            author: content.author,
            description: content.description,
            ingredients: content.ingredients,
            instructions: content.instructions,
            step_headings: content.step_headings,
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            servings: content.servings,
            yields: content.yields,
        }
    }
}

/// Fetches and extracts the page of the caller's recipe. Counts as a [`CountedUse::FreeImport`].
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller owns the recipe; [`AppError::InvalidInput`] while PENDING or
/// without an address; [`AppError::LimitReached`]; [`AppError::ImportFailed`].
pub async fn read_again(
    ports: &ReadAgainPorts<'_, impl RecipeStore, impl Fetcher, impl Counters>,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<ReadAgain, AppError> {
    let recipe = load_own(ports.recipes, caller, &RecipeId::parse(id)?).await?;
    match recipe.status() {
        Status::Pending => return Err(AppError::InvalidInput(Refusal::StillImporting)),
        Status::Success | Status::Failed => {}
    }
    let url = recipe.url.as_deref().ok_or(AppError::InvalidInput(Refusal::NoAddress))?;
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::FreeImport, caller, ports.source, now).await?;
    }
    let fetched = ports.web.fetch(url, Wanted::Page).await;
    let fetched = fetched.map_err(|error| AppError::ImportFailed(error.into()))?;
    let page = Page { url: fetched.url, content_type: fetched.content_type, bytes: fetched.body };
    let extraction = recipe_of(&page, &recipe)?;
    let (before, lost) = imported_content(recipe);
    Ok(ReadAgain { warnings: warnings(&extraction), now: extraction.content.into(), before, lost })
}

/// Extracts the part, else the main recipe or, if that has changed, the one with the imported title.
fn recipe_of(page: &Page, recipe: &Recipe) -> Result<Extraction, AppError> {
    let (part, notes) = (recipe.source.part(), recipe.notes.as_deref());
    let read = recipe_on(page, part, notes)?;
    let title = Kept::parse(recipe.raw_extraction.as_deref()).part::<Option<String>>("title").flatten();
    match title.filter(|title| part.is_none() && read.content.title.as_ref() != Some(title)) {
        Some(title) if read.other_recipes.contains(&title) => recipe_on(page, Some(&title), notes),
        _ => Ok(read),
    }
}

/// The content before edits: edited fields are restored from the raw extraction.
fn imported_content(recipe: Recipe) -> (PageReading, Vec<&'static str>) {
    let kept = Kept::parse(recipe.raw_extraction.as_deref());
    let mut before = PageReading::from(recipe.content);
    let mut lost = Vec::new();
    for field in &recipe.edited {
        match field {
            Field::Title => kept.restore(&mut before.title, "title", "title", &mut lost),
            Field::Author => kept.restore(&mut before.author, "author", "author", &mut lost),
            Field::Description => {
                kept.restore(&mut before.description, "description", "description", &mut lost);
            }
            Field::Ingredients => {
                kept.restore(&mut before.ingredients, "ingredients", "ingredients", &mut lost);
            }
            Field::Instructions => {
                kept.restore(&mut before.instructions, "instructions", "instructions", &mut lost);
                // Absent if the page has no headings.
                before.step_headings = kept.part("stepHeadings").unwrap_or_default();
            }
            Field::Times => {
                kept.restore(&mut before.prep_minutes, "prepMinutes", "prep_time", &mut lost);
                kept.restore(&mut before.cook_minutes, "cookMinutes", "cook_time", &mut lost);
                kept.restore(&mut before.total_minutes, "totalMinutes", "total_time", &mut lost);
            }
            Field::Servings => {
                kept.restore(&mut before.servings, "servings", "servings", &mut lost);
                kept.restore(&mut before.yields, "yields", "yield", &mut lost);
            }
            Field::Tags | Field::Language | Field::Nutrition | Field::Picture => {}
        }
    }
    (before, lost)
}

/// A raw extraction; `trimmed` lists the parts that were dropped because of their size.
struct Kept(Value);

impl Kept {
    fn parse(raw: Option<&str>) -> Self {
        Self(raw.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default())
    }

    /// Restores a part. If it is unknown, clears it and adds `name` to `lost`.
    fn restore<Part: DeserializeOwned + Default>(
        &self,
        place: &mut Part,
        part: &str,
        name: &'static str,
        lost: &mut Vec<&'static str>,
    ) {
        *place = self.part(part).unwrap_or_else(|| {
            lost.push(name);
            Part::default()
        });
    }

    fn part<Part: DeserializeOwned>(&self, name: &str) -> Option<Part> {
        let is_left_out = |trimmed: &Value| {
            trimmed.as_str().and_then(|trimmed| trimmed.strip_prefix("content.")) == Some(name)
        };
        if self.0.get("trimmed").and_then(Value::as_array).is_some_and(|all| all.iter().any(is_left_out)) {
            return None;
        }
        serde_json::from_value(self.0.get("content")?.get(name)?.clone()).ok()
    }
}
