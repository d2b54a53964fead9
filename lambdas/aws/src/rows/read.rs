use std::time::Duration;

use app::{Recipe, Status};
use serde::Serialize;
use serde::de::DeserializeOwned;
use zest_core::PortError;

use crate::rows::keys::Item;

const FAILED_IMPORT_RETENTION: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Time to live of a recipe's rows, in seconds since 1970.
pub(super) fn expiry(recipe: &Recipe) -> Option<i64> {
    (recipe.status() == Status::Failed).then(|| recipe.updated_at.plus(FAILED_IMPORT_RETENTION).seconds())
}

pub(super) fn write<Row: Serialize>(row: &Row) -> Result<Item, PortError> {
    serde_dynamo::to_item(row).map_err(|error| PortError::Broken(error.to_string()))
}

pub(super) fn read<Row: DeserializeOwned>(item: serde_dynamo::Item) -> Result<Row, PortError> {
    serde_dynamo::from_item(item).map_err(|error| PortError::Unreadable(error.to_string()))
}
