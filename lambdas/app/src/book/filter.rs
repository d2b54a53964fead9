use serde_json::{Map, Value};

use crate::caller::Caller;
use crate::card::Card;
use crate::error::AppError;
use crate::filter::Filter;
use crate::ids::OwnerId;
use crate::refusal::Refusal;

const OWNERS: &str = "owners";
/// Tags are objects on a card, but conditions compare tag names.
const TAGS: &str = "tags";

#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecipeFilter(Filter);

impl RecipeFilter {
    /// Parses the argument `filter`; `owners` may only contain the caller.
    ///
    /// # Errors
    /// [`AppError::Unauthorized`] for another owner; [`AppError::InvalidInput`] if malformed.
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
