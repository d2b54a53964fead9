//! The page of a recipe, read anew: what it says now beside what it said before. The recipe stays as it is; who wants what is
//! new writes it as any other edit.

use extract::{Code, Extraction, Page};
use recipe::{Content, Ingredient};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::book::change::load_own;
use crate::caller::Caller;
use crate::error::AppError;
use crate::fetching::{Fetcher, Wanted};
use crate::ids::RecipeId;
use crate::import::extraction::warnings;
use crate::import::page::recipe_on;
use crate::limits::{self, Counters, SourceAddress, Use, UseLimits};
use crate::model::{Field, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::timestamp::Timestamp;

/// What a page is read again with.
#[derive(Debug)]
pub struct ReadAgainPorts<'a, Recipes, Web, Counts> {
    /// Where the recipe is kept, which is only read.
    pub recipes: &'a Recipes,
    /// Where the page is.
    pub web: &'a Web,
    /// What counts how many pages somebody has had read.
    pub counters: &'a Counts,
    /// Keys the counters' names.
    pub ring: &'a KeyRing,
    /// How many pages somebody may have read in an hour; `None` for as many as they like.
    pub limits: Option<UseLimits>,
    /// Where the call comes from.
    pub source: Option<&'a SourceAddress>,
}

/// What a page says now, and what it said when the recipe was made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadAgain {
    /// What it says now.
    pub now: PageReading,
    /// What it said before, as far as that is known.
    pub before: PageReading,
    /// The fields of `before`, by their names in the schema, that are not known: a person has edited them since, and what was
    /// read is not kept.
    pub lost: Vec<&'static str>,
    /// What a cook should know of how the page was read now.
    pub warnings: Vec<Code>,
}

/// What a page says of a recipe: all that its words tell, and nothing that we work out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageReading {
    /// The recipe's name.
    pub title: Option<String>,
    /// Who has written it.
    pub author: Option<String>,
    /// What is said about it.
    pub description: Option<String>,
    /// In the order of the page.
    pub ingredients: Vec<Ingredient>,
    /// One step each, in order.
    pub instructions: Vec<String>,
    /// Minutes of preparation.
    #[serde(rename = "prep_time")]
    pub prep_minutes: Option<u32>,
    /// Minutes of cooking.
    #[serde(rename = "cook_time")]
    pub cook_minutes: Option<u32>,
    /// Minutes from start to table.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// How many people it serves.
    pub servings: Option<u32>,
    /// What it makes, as the page writes it.
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
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            servings: content.servings,
            yields: content.yields,
        }
    }
}

/// Reads the page of a recipe of the caller's own anew, as an import reads it. As many may be read in an hour as addresses may be
/// imported, counted under the key of `ports`. Nothing of the recipe is changed.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own the recipe; [`AppError::InvalidInput`] while it is being
/// imported, and for one without an address; [`AppError::LimitReached`]; [`AppError::ImportFailed`] with the reason where there
/// is no recipe to be read at its address any more.
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
        limits::spend(limits, counters, ring, Use::FreeImport, caller, ports.source, now).await?;
    }
    let fetched = ports.web.fetch(url, Wanted::Page).await;
    let fetched = fetched.map_err(|error| AppError::ImportFailed(error.into()))?;
    let page = Page { url: fetched.url, content_type: fetched.content_type, bytes: fetched.body };
    let extraction = recipe_of(&page, &recipe)?;
    let (before, lost) = as_it_was_read(recipe);
    Ok(ReadAgain { warnings: warnings(&extraction), now: extraction.content.into(), before, lost })
}

/// The recipe on its page. Where that is about another one by now, or this is a copy of one of several, it is found by its name.
fn recipe_of(page: &Page, recipe: &Recipe) -> Result<Extraction, AppError> {
    let (part, notes) = (recipe.source.part(), recipe.notes.as_deref());
    let read = recipe_on(page, part, notes)?;
    let title = Kept::parse(recipe.raw_extraction.as_deref()).part::<Option<String>>("title").flatten();
    match title.filter(|title| part.is_none() && read.content.title.as_ref() != Some(title)) {
        Some(title) if read.other_recipes.contains(&title) => recipe_on(page, Some(&title), notes),
        _ => Ok(read),
    }
}

/// What was read when the recipe was imported: what it says still, but for what a person has edited, of which the kept reading
/// tells it.
fn as_it_was_read(recipe: Recipe) -> (PageReading, Vec<&'static str>) {
    let kept = Kept::parse(recipe.raw_extraction.as_deref());
    let mut before = PageReading::from(recipe.content);
    let mut lost = Vec::new();
    for field in &recipe.edited {
        match field {
            Field::Title => kept.tell(&mut before.title, "title", "title", &mut lost),
            Field::Author => kept.tell(&mut before.author, "author", "author", &mut lost),
            Field::Description => {
                kept.tell(&mut before.description, "description", "description", &mut lost);
            }
            Field::Ingredients => {
                kept.tell(&mut before.ingredients, "ingredients", "ingredients", &mut lost);
            }
            Field::Instructions => {
                kept.tell(&mut before.instructions, "instructions", "instructions", &mut lost);
            }
            Field::Times => {
                kept.tell(&mut before.prep_minutes, "prepMinutes", "prep_time", &mut lost);
                kept.tell(&mut before.cook_minutes, "cookMinutes", "cook_time", &mut lost);
                kept.tell(&mut before.total_minutes, "totalMinutes", "total_time", &mut lost);
            }
            Field::Servings => {
                kept.tell(&mut before.servings, "servings", "servings", &mut lost);
                kept.tell(&mut before.yields, "yields", "yield", &mut lost);
            }
            Field::Tags | Field::Language | Field::Nutrition | Field::Picture => {}
        }
    }
    (before, lost)
}

/// The raw extraction that a recipe keeps, without what was left out of it because it was too long.
struct Kept(Value);

impl Kept {
    fn parse(raw: Option<&str>) -> Self {
        Self(raw.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default())
    }

    /// Puts a part of what was read in its place; one that is not known leaves it empty and is `lost`.
    fn tell<Part: DeserializeOwned + Default>(
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
