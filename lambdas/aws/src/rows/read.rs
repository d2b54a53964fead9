//! Rows from types and back.

use std::time::Duration;

use app::error::PortError;
use app::{Recipe, Status};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rows::keys::Item;

/// A failed import that nobody has tried again or removed is forgotten after so long.
const FAILED_KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// When DynamoDB may forget the rows of a recipe, in seconds since 1970: its time-to-live attribute.
pub(super) fn expiry(recipe: &Recipe) -> Option<i64> {
    (recipe.status() == Status::Failed).then(|| recipe.updated_at.plus(FAILED_KEPT).seconds())
}

pub(super) fn write<Row: Serialize>(row: &Row) -> Result<Item, PortError> {
    serde_dynamo::to_item(row).map_err(|error| PortError::Broken(error.to_string()))
}

/// A row, or [`PortError::Unreadable`]: one that is cut off or mixed up beyond what a code can be.
pub(super) fn read<Row: DeserializeOwned>(item: serde_dynamo::Item) -> Result<Row, PortError> {
    serde_dynamo::from_item(item).map_err(|error| PortError::Unreadable(error.to_string()))
}
