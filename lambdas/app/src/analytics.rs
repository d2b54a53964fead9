//! What people do, counted: which kind of caller did what, never who or what exactly.

use serde::Deserialize;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::RecipeId;
use crate::refusal::Refusal;

/// Characters of a word that a client may send: the name of a field or of a way.
const WORD_LIMIT: usize = 40;
const FIELDS_LIMIT: usize = 20;
const INGREDIENTS_LIMIT: i64 = 1_000;

/// What a person did: the `AnalyticsEventName` of the schema, in JSON the name in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventName {
    /// Of whatever kind: see `submission_mode`.
    RecipeCreated,
    /// A person has changed a recipe: `fields_changed` names what they sent.
    RecipeEdited,
    /// A recipe was copied, one's own or another's.
    RecipeCopied,
    /// A person has deleted a recipe; of many that go at once each is an event.
    RecipeDeleted,
    /// A shopping link was made.
    InstacartUrlGenerated,
    /// A person has signed in; clients send the name alone.
    Login,
    /// A person has signed out; clients send the name alone, before the session ends.
    Logout,
}

impl EventName {
    /// As it is logged, and as clients write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RecipeCreated => "recipe_created",
            Self::RecipeEdited => "recipe_edited",
            Self::RecipeCopied => "recipe_copied",
            Self::RecipeDeleted => "recipe_deleted",
            Self::InstacartUrlGenerated => "instacart_url_generated",
            Self::Login => "login",
            Self::Logout => "logout",
        }
    }
}

/// What a client sends; the `AnalyticsEventInput` of the schema.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Event {
    /// The kind of event, which decides which of the other fields clients fill in.
    pub name: EventName,
    /// How a recipe came in, for instance `blank_ai`.
    pub submission_mode: Option<String>,
    /// Id of the recipe that was created, edited or deleted: 32 lowercase hexadecimal digits, or it is refused.
    pub recipe_id: Option<String>,
    /// The id of the recipe that was copied; only with a copy.
    pub source_recipe_id: Option<String>,
    /// Names of fields, not what they say.
    pub fields_changed: Option<Vec<String>>,
    /// Whether what was copied was done.
    pub is_processed: Option<bool>,
    /// How many ingredients a shopping link holds; only with such a link.
    pub ingredient_count: Option<i64>,
}

/// An event as it is logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `guest` or `authenticated`, from [`Caller::user_type`].
    pub user_type: &'static str,
    /// The event as the client sent it, once [`record`] has checked it.
    pub event: Event,
}

/// Checks an event: what is logged holds words and ids, so that nobody's text can get into a log.
///
/// # Errors
/// [`AppError::Unauthorized`] for a caller that is neither guest nor member; [`AppError::InvalidInput`] for an event
/// with anything else in it.
pub fn record(caller: &Caller, event: Event) -> Result<Entry, AppError> {
    let user_type = caller.user_type().ok_or(AppError::Unauthorized)?;
    let fields = event.fields_changed.as_deref().unwrap_or_default();
    let ids = [&event.recipe_id, &event.source_recipe_id];
    let is_plain = event.submission_mode.as_deref().is_none_or(is_word)
        && fields.len() <= FIELDS_LIMIT
        && fields.iter().all(|field| is_word(field))
        && ids.into_iter().flatten().all(|id| RecipeId::parse(id).is_ok())
        && event.ingredient_count.is_none_or(|count| (0..=INGREDIENTS_LIMIT).contains(&count));
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
