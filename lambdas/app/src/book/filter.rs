//! The filter of the recipe list: whose recipes, and conditions on their cards.

use serde_json::{Map, Value};

use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::filter::Filter;
use crate::ids::OwnerId;
use crate::refusal::Refusal;

/// The field that says whose list is asked for.
const OWNERS: &str = "owners";
/// On a card these are objects; a condition names the tag itself.
const TAGS: &str = "tags";

/// The conditions under which a caller's recipe is listed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecipeFilter(Filter);

impl RecipeFilter {
    /// Reads the argument `filter` of a caller: `owners` may name the caller alone, every other field is a condition as
    /// [`Filter`] has them.
    ///
    /// # Errors
    /// [`AppError::Unauthorized`] where it names anybody else; [`AppError::InvalidInput`] for what the schema does not have.
    pub(super) fn read(argument: Option<&Value>, caller: &Caller) -> Result<Self, AppError> {
        let mut conditions = match argument {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(conditions)) => conditions.clone(),
            Some(_) => return Err(AppError::InvalidInput(Refusal::OutOfBounds)),
        };
        if let Some(owners) = conditions.remove(OWNERS).filter(|owners| !owners.is_null()) {
            let name = owners.get("contains").and_then(Value::as_str);
            let name = name.ok_or(AppError::InvalidInput(Refusal::OutOfBounds))?;
            if !caller.names().contains(&OwnerId::new(name)) {
                return Err(AppError::Unauthorized);
            }
        }
        Filter::read(Some(&Value::Object(conditions))).map(Self)
    }

    /// Whether a card is listed.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a card that cannot be written as JSON.
    pub(super) fn accepts(&self, card: &Card) -> Result<bool, AppError> {
        if self.0.is_empty() {
            return Ok(true);
        }
        let internal = |error: serde_json::Error| AppError::Internal(error.to_string());
        let mut item = serde_json::to_value(card).map_err(internal)?;
        if let Some(item) = item.as_object_mut() {
            let names = card.tags.iter().map(|tag| Value::from(tag.name.as_str())).collect();
            item.insert(TAGS.to_owned(), Value::Array(names));
        }
        Ok(self.0.accepts(&item))
    }
}
