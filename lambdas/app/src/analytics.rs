//! Anonymous usage events: type of caller and event, without identities or content.

use serde::Deserialize;

use crate::caller::Caller;
use crate::error::AppError;
use crate::refusal::Refusal;
use zest_core::RecipeId;

const WORD_LIMIT: usize = 40;
const FIELDS_LIMIT: usize = 20;
const COUNT_LIMIT: i64 = 10_000;
const INGREDIENTS_LIMIT: i64 = 1_000;
const RECIPES_LIMIT: i64 = 50;

/// Event name: `AnalyticsEventName` in the schema; snake case in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventName {
    /// Recipe created; `submission_mode` is the kind of source.
    RecipeCreated,
    /// Recipe edited; `fields_changed` lists the fields.
    RecipeEdited,
    /// Recipe copied.
    RecipeCopied,
    /// Recipe deleted; one event per recipe.
    RecipeDeleted,
    /// Grocery link created.
    InstacartUrlGenerated,
    /// Shopping list shared by link; `ingredient_count` is the number of items.
    ShoppingListShared,
    /// Shopping list exported; `submission_mode` is `bring`, `copy`, `share` or `print`.
    ShoppingListExported,
    /// Recipe list filtered; `filters` lists the kinds, without values.
    RecipesFiltered,
    /// Several addresses submitted; `submission_mode` is where they come from.
    AddressesSubmitted,
    /// Import of several addresses ended.
    AddressesFinished,
    /// Recipes combined for one meal; `recipe_count` is their number.
    RecipesCookedTogether,
    /// A program's proposal was accepted.
    ProposalAccepted,
    /// A program's proposal was discarded.
    ProposalDiscarded,
    /// Signed in; has no other data.
    Login,
    /// Signed out; has no other data. Sent before the session ends.
    Logout,
}

impl EventName {
    /// Name in snake case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RecipeCreated => "recipe_created",
            Self::RecipeEdited => "recipe_edited",
            Self::RecipeCopied => "recipe_copied",
            Self::RecipeDeleted => "recipe_deleted",
            Self::InstacartUrlGenerated => "instacart_url_generated",
            Self::ShoppingListShared => "shopping_list_shared",
            Self::ShoppingListExported => "shopping_list_exported",
            Self::RecipesFiltered => "recipes_filtered",
            Self::AddressesSubmitted => "addresses_submitted",
            Self::AddressesFinished => "addresses_finished",
            Self::RecipesCookedTogether => "recipes_cooked_together",
            Self::ProposalAccepted => "proposal_accepted",
            Self::ProposalDiscarded => "proposal_discarded",
            Self::Login => "login",
            Self::Logout => "logout",
        }
    }
}

/// Event sent by a client: `AnalyticsEventInput` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Event {
    /// Event name; determines which other fields are set.
    pub name: EventName,
    /// How a recipe was created (for instance `blank_ai`) or a shopping list exported, or where addresses
    /// come from.
    pub submission_mode: Option<String>,
    /// Id of the recipe: 32 lowercase hexadecimal digits.
    pub recipe_id: Option<String>,
    /// Id of the copied recipe.
    pub source_recipe_id: Option<String>,
    /// Names of the edited fields.
    pub fields_changed: Option<Vec<String>>,
    /// Whether the copied recipe was complete.
    pub is_processed: Option<bool>,
    /// Number of ingredients of a grocery link or shopping list.
    pub ingredient_count: Option<i64>,
    /// Kinds of filters in a search.
    pub filters: Option<Vec<String>>,
    /// Number of addresses submitted together.
    pub address_count: Option<i64>,
    /// Number of addresses that became recipes.
    pub imported_count: Option<i64>,
    /// Number of recipes of one meal.
    pub recipe_count: Option<i64>,
}

/// A validated event for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `guest` or `authenticated`, from [`Caller::user_type`].
    pub user_type: &'static str,
    /// The event as the client sent it.
    pub event: Event,
}

/// Validates an event and returns its log entry. Rejects free text, so that no text of a user is logged.
pub fn record(caller: &Caller, event: Event) -> Result<Entry, AppError> {
    let user_type = caller.user_type().ok_or(AppError::Unauthorized)?;
    let words = [&event.fields_changed, &event.filters];
    let counts = [
        (event.ingredient_count, INGREDIENTS_LIMIT),
        (event.address_count, COUNT_LIMIT),
        (event.imported_count, COUNT_LIMIT),
        (event.recipe_count, RECIPES_LIMIT),
    ];
    let ids = [&event.recipe_id, &event.source_recipe_id];
    let is_plain = event.submission_mode.as_deref().is_none_or(is_word)
        && words
            .into_iter()
            .flatten()
            .all(|words| words.len() <= FIELDS_LIMIT && words.iter().all(|word| is_word(word)))
        && ids.into_iter().flatten().all(|id| RecipeId::parse(id).is_ok())
        && counts.into_iter().all(|(count, limit)| count.is_none_or(|count| (0..=limit).contains(&count)));
    if is_plain {
        Ok(Entry { user_type, event })
    } else {
        Err(AppError::InvalidInput(Refusal::EventWithOtherThings))
    }
}

fn is_word(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    !text.is_empty() && text.len() <= WORD_LIMIT && text.bytes().all(is_plain)
}
