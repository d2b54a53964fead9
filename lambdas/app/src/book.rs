//! The recipe book: read, list, change, delete and import once more.

use std::collections::BTreeSet;

use extract::Code;
use recipe::{Content, Ingredient};
use serde::Deserialize;

use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::ids::{OwnerId, RecipeId};
use crate::page_token;
use crate::ports::{MediaStore, Order, PortError, RecipeStore, Workflow, Workflows, WriteError};
use crate::stored::{Field, Recipe, Status, fits};
use crate::timestamp::Timestamp;
use crate::view::RecipeView;

/// Most cards in one page of a list.
pub const PAGE_LIMIT: u32 = 100;

/// Reads one recipe: all of it for its owner, the public part of a finished one for anyone else.
///
/// # Errors
/// [`AppError::RecipeNotFound`] also for what the caller may not see.
pub async fn get(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<RecipeView, AppError> {
    let id = parse_id(id)?;
    let recipe = store.get(&id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) {
        return Ok(RecipeView::for_owner(recipe));
    }
    RecipeView::for_stranger(recipe).ok_or(AppError::RecipeNotFound(id))
}

/// A page of cards and the token of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// In order.
    pub cards: Vec<Card>,
    /// `None` when this was the last page.
    pub next_token: Option<String>,
}

/// Lists the caller's own recipes; a filter may only name the caller.
///
/// # Errors
/// [`AppError::Unauthorized`] for a filter that names anybody else.
pub async fn list(
    store: &impl RecipeStore,
    caller: &Caller,
    filter_owner: Option<&str>,
    order: Order,
    limit: Option<i64>,
    next_token: Option<&str>,
) -> Result<Listing, AppError> {
    let owner = match caller {
        Caller::Guest { .. } | Caller::Member { .. } => caller.canonical()?,
        _ => return Err(AppError::Unauthorized),
    };
    if filter_owner.is_some_and(|name| !caller.names().contains(&OwnerId::new(name))) {
        return Err(AppError::Unauthorized);
    }
    let limit = match limit {
        None => PAGE_LIMIT,
        Some(limit) => u32::try_from(limit)
            .ok()
            .filter(|limit| (1..=PAGE_LIMIT).contains(limit))
            .ok_or(AppError::InvalidInput("limit must be a number from 1 to 100"))?,
    };
    let after = next_token.map(|token| page_token::decode(&owner, order, token)).transpose()?;
    let page = store.list(&owner, order, limit, after.as_ref()).await?;
    let next_token = page.next.map(|place| page_token::encode(&owner, order, place)).transpose()?;
    Ok(Listing { cards: page.cards, next_token })
}

/// What a client sends to change a recipe; what is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct UpdateRecipe {
    /// Which recipe.
    pub id: String,
    /// The version that the change is based on.
    pub version: Option<u64>,
    /// At most [`TITLE_LIMIT`] characters.
    pub title: Option<String>,
    /// At most [`TEXT_LIMIT`] characters.
    pub description: Option<String>,
    /// At most [`LINE_LIMIT`] lines.
    pub ingredients: Option<Vec<IngredientEdit>>,
    /// At most [`LINE_LIMIT`] steps of [`TEXT_LIMIT`] characters.
    pub instructions: Option<Vec<String>>,
    /// Minutes.
    pub prep_time: Option<u32>,
    /// Minutes.
    pub cook_time: Option<u32>,
    /// Minutes.
    pub total_time: Option<u32>,
    /// How many people.
    pub servings: Option<u32>,
    /// For instance `24 cookies`.
    #[serde(rename = "yield")]
    pub yields: Option<String>,
    /// At most 30.
    pub tags: Option<Vec<String>>,
}

/// An ingredient row as a person edits it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct IngredientEdit {
    /// What to buy.
    pub name: String,
    /// As written.
    pub quantity: String,
    /// As written.
    pub unit: String,
    /// The whole line; put together from the parts when absent.
    pub text: Option<String>,
    /// What else there is to say of it, for instance `finely chopped`.
    pub note: Option<String>,
    /// The heading above it.
    pub group: Option<String>,
}

/// Characters in a title.
pub const TITLE_LIMIT: usize = 300;
/// Characters in a description, a step or any other text.
pub const TEXT_LIMIT: usize = 5_000;
/// Ingredient lines, and steps.
pub const LINE_LIMIT: usize = 300;
const TAG_LIMIT: usize = 30;
const MINUTES_LIMIT: u32 = 60 * 24 * 365;
const SERVINGS_LIMIT: u32 = 10_000;

/// Changes a recipe's content and remembers what a person has edited.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it; [`AppError::Conflict`] when `version` is not
/// the stored one; [`AppError::InvalidInput`] beyond a limit.
pub async fn update(
    store: &impl RecipeStore,
    caller: &Caller,
    input: UpdateRecipe,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    check_limits(&input)?;
    let recipe = change_own(store, caller, &input.id, now, |recipe| {
        if recipe.status == Status::Pending {
            return Err(AppError::InvalidInput("the recipe is still being imported. Wait for it to finish."));
        }
        if input.version.is_some_and(|version| version != recipe.version) {
            return Err(AppError::Conflict);
        }
        apply_edit(&mut recipe.content, &mut recipe.edited, &input);
        recipe.warnings.retain(|code| !is_answered(*code, &recipe.edited));
        if !fits(&mut recipe.content) {
            return Err(AppError::InvalidInput("the recipe is too long to be kept. Shorten it."));
        }
        Ok(())
    })
    .await?;
    Ok(RecipeView::for_owner(recipe))
}

/// Deletes a recipe and its picture, for good.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it.
pub async fn delete(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    caller: &Caller,
    id: &str,
) -> Result<RecipeId, AppError> {
    let id = parse_id(id)?;
    for _ in 0..CONFLICT_TRIES {
        let recipe = load_own(store, caller, &id).await?;
        // The picture goes first: if that fails the recipe is still there and deleting can be tried again.
        if let Some(key) = &recipe.image_url {
            media.delete(key).await?;
        }
        match store.delete(&recipe).await {
            Ok(()) => return Ok(id),
            Err(WriteError::Conflict) => {}
            Err(WriteError::Port(error)) => return Err(error.into()),
        }
    }
    Err(AppError::Busy)
}

/// Starts a FAILED import once more; one that is not FAILED stays as it is.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it.
pub async fn retry(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let recipe = change_own(store, caller, id, now, |recipe| {
        if recipe.status == Status::Failed {
            recipe.restart();
        }
        Ok(())
    })
    .await?;
    if recipe.status == Status::Pending {
        match workflows.start(Workflow::Processing, &recipe.job()).await {
            Ok(()) | Err(PortError::Busy(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(RecipeView::for_owner(recipe))
}

/// How often a change is tried again when somebody else was faster.
const CONFLICT_TRIES: usize = 6;

async fn change_own(
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

async fn load_own(store: &impl RecipeStore, caller: &Caller, id: &RecipeId) -> Result<Recipe, AppError> {
    // Anyone without a token is refused before the store is asked: what exists is not told by the answer.
    caller.may_change_own()?;
    let recipe = store.get(id).await?.ok_or_else(|| AppError::RecipeNotFound(id.clone()))?;
    if caller.owns(&recipe) { Ok(recipe) } else { Err(AppError::Unauthorized) }
}

fn parse_id(id: &str) -> Result<RecipeId, AppError> {
    RecipeId::parse(id).map_err(|_| AppError::InvalidInput("id must be 32 lowercase hexadecimal digits"))
}

fn check_limits(input: &UpdateRecipe) -> Result<(), AppError> {
    let longer = |text: &Option<String>, limit: usize| {
        text.as_deref().is_some_and(|text| text.chars().count() > limit)
    };
    let steps = input.instructions.as_deref().unwrap_or_default();
    let lines = input.ingredients.as_deref().unwrap_or_default();
    let tags = input.tags.as_deref().unwrap_or_default();
    let times = [input.prep_time, input.cook_time, input.total_time];
    let rules = [
        (longer(&input.title, TITLE_LIMIT), "title must have at most 300 characters"),
        (input.title.as_deref().is_some_and(|title| title.trim().is_empty()), "title must not be empty"),
        (longer(&input.description, TEXT_LIMIT), "description must have at most 5,000 characters"),
        (longer(&input.yields, TITLE_LIMIT), "yield must have at most 300 characters"),
        (steps.len() > LINE_LIMIT, "a recipe has at most 300 steps"),
        (steps.iter().any(|step| step.chars().count() > TEXT_LIMIT), "a step has at most 5,000 characters"),
        (lines.len() > LINE_LIMIT, "a recipe has at most 300 ingredients"),
        (tags.len() > TAG_LIMIT, "a recipe has at most 30 tags"),
        (tags.iter().any(|tag| tag.chars().count() > 60), "a tag has at most 60 characters"),
        (times.iter().flatten().any(|minutes| *minutes > MINUTES_LIMIT), "a time is at most a year"),
        (input.servings.is_some_and(|count| count > SERVINGS_LIMIT), "servings are at most 10,000"),
    ];
    match rules.into_iter().find(|(broken, _)| *broken) {
        Some((_, sentence)) => Err(AppError::InvalidInput(sentence)),
        None => Ok(()),
    }
}

fn apply_edit(content: &mut Content, edited: &mut BTreeSet<Field>, input: &UpdateRecipe) {
    let mut set = |field: Field, present: bool| {
        if present {
            edited.insert(field);
        }
    };
    set(Field::Title, input.title.is_some());
    set(Field::Description, input.description.is_some());
    set(Field::Ingredients, input.ingredients.is_some());
    set(Field::Instructions, input.instructions.is_some());
    set(Field::Times, input.prep_time.or(input.cook_time).or(input.total_time).is_some());
    set(Field::Servings, input.servings.is_some() || input.yields.is_some());
    set(Field::Tags, input.tags.is_some());

    content.title = input.title.clone().or(content.title.take());
    content.description = input.description.clone().or(content.description.take());
    content.prep_minutes = input.prep_time.or(content.prep_minutes);
    content.cook_minutes = input.cook_time.or(content.cook_minutes);
    content.total_minutes = input.total_time.or(content.total_minutes);
    content.servings = input.servings.or(content.servings);
    content.yields = input.yields.clone().or(content.yields.take());
    if let Some(steps) = &input.instructions {
        content.instructions.clone_from(steps);
    }
    if let Some(tags) = &input.tags {
        content.tags.clone_from(tags);
    }
    if let Some(lines) = &input.ingredients {
        let mut before = std::mem::take(&mut content.ingredients);
        content.ingredients = lines.iter().map(|line| line.applied_to(&mut before)).collect();
    }
    if input.instructions.is_some() || input.ingredients.is_some() {
        recipe::steps::map(content);
    }
}

/// Whether what a person has edited makes a warning idle: a recipe whose steps they wrote lacks no steps.
fn is_answered(code: Code, edited: &BTreeSet<Field>) -> bool {
    match code {
        Code::TitleMissing => edited.contains(&Field::Title),
        Code::IngredientsMissing => edited.contains(&Field::Ingredients),
        Code::InstructionsMissing => edited.contains(&Field::Instructions),
        _ => false,
    }
}

impl IngredientEdit {
    /// The line as it now is. One that stays as it was keeps what we know of it, its doubt among it; one that a
    /// person has written is beyond doubt.
    fn applied_to(&self, before: &mut Vec<Ingredient>) -> Ingredient {
        match before.iter().position(|line| self.is_as(line)) {
            Some(place) => Ingredient { group: self.group.clone(), ..before.remove(place) },
            None => self.to_line(),
        }
    }

    /// Whether all that was sent is what the line says; the heading above it is not part of the line.
    fn is_as(&self, line: &Ingredient) -> bool {
        let is_same = |sent: &Option<String>, stored: &str| sent.as_deref().is_none_or(|sent| sent == stored);
        [&self.name, &self.quantity, &self.unit] == [&line.name, &line.quantity, &line.unit]
            && is_same(&self.note, &line.note)
            && is_same(&self.text, &line.text)
    }

    fn to_line(&self) -> Ingredient {
        let parts = [&self.quantity, &self.unit, &self.name];
        let amount_and_name =
            parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ");
        let note = self.note.clone().unwrap_or_default();
        let joined = || if note.is_empty() { amount_and_name } else { format!("{amount_and_name}, {note}") };
        Ingredient {
            name: self.name.clone(),
            quantity: self.quantity.clone(),
            unit: self.unit.clone(),
            text: self.text.clone().unwrap_or_else(joined),
            note,
            group: self.group.clone(),
            ..Ingredient::default()
        }
    }
}
