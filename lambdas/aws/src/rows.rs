//! How recipes lie in the table: `R#<id>`/`R` holds the recipe, `O#<owner>`/`<createdAt>#<id>` its list row.
//! What is known of members lies beside them: see `members`.

use std::collections::HashMap;
use std::time::Duration;

use app::ports::PortError;
use app::{Card, OwnerId, Recipe, RecipeId, Status, Timestamp};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(crate) type Item = HashMap<String, AttributeValue>;

/// Partition key.
pub(crate) const PK: &str = "PK";
/// Sort key.
pub(crate) const SK: &str = "SK";
/// The version, which every write is conditional on.
pub(crate) const VERSION: &str = "version";
/// The sparse index of recipes that still have something to end: by this constant, then by time.
pub(crate) const UNSETTLED_INDEX: &str = "unsettled";
pub(crate) const UNSETTLED: &str = "unsettled";
pub(crate) const UPDATED_AT: &str = "updatedAt";

const LIST_PREFIX: &str = "O#";

#[derive(Serialize, Deserialize)]
struct RecipeRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Present only while something has to end: the index then holds the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsettled: Option<String>,
    #[serde(rename = "expiresAt", default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    #[serde(flatten)]
    recipe: Recipe,
}

#[derive(Serialize, Deserialize)]
struct CardRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    owner: OwnerId,
    #[serde(rename = "expiresAt", default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    #[serde(flatten)]
    card: Card,
}

/// A failed import that nobody has tried again or removed is forgotten after so long.
const FAILED_KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// When DynamoDB may forget a row, in seconds since 1970: its time-to-live attribute.
fn expiry(recipe: &Recipe) -> Option<i64> {
    (recipe.status == Status::Failed).then(|| recipe.updated_at.plus(FAILED_KEPT).seconds())
}

pub(crate) fn recipe_key(id: &RecipeId) -> Item {
    key(format!("R#{id}"), "R".to_owned())
}

pub(crate) fn card_key(owner: &OwnerId, created_at: Timestamp, id: &RecipeId) -> Item {
    key(list_key(owner), card_sort_key(created_at, id))
}

pub(crate) fn list_key(owner: &OwnerId) -> String {
    format!("{LIST_PREFIX}{}", owner.secret())
}

fn card_sort_key(created_at: Timestamp, id: &RecipeId) -> String {
    format!("{}#{id}", String::from(created_at))
}

pub(crate) fn key(pk: String, sk: String) -> Item {
    HashMap::from([(PK.to_owned(), AttributeValue::S(pk)), (SK.to_owned(), AttributeValue::S(sk))])
}

pub(crate) fn recipe_item(recipe: &Recipe) -> Result<Item, PortError> {
    write(&RecipeRow {
        pk: format!("R#{}", recipe.id),
        sk: "R".to_owned(),
        unsettled: recipe.is_unsettled().then(|| UNSETTLED.to_owned()),
        expires_at: expiry(recipe),
        recipe: recipe.clone(),
    })
}

pub(crate) fn card_item(recipe: &Recipe) -> Result<Item, PortError> {
    write(&CardRow {
        pk: list_key(&recipe.owner),
        sk: card_sort_key(recipe.created_at, &recipe.id),
        owner: recipe.owner.clone(),
        expires_at: expiry(recipe),
        card: Card::from(recipe),
    })
}

pub(crate) fn read_recipe(item: Item) -> Result<Recipe, PortError> {
    read::<RecipeRow>(item).map(|row| row.recipe)
}

pub(crate) fn read_card(item: Item) -> Result<Card, PortError> {
    read::<CardRow>(item).map(|row| row.card)
}

/// The id in a row of the index, which holds the keys alone.
pub(crate) fn read_id(item: &Item) -> Option<RecipeId> {
    let pk = item.get(PK)?.as_s().ok()?;
    RecipeId::parse(pk.strip_prefix("R#")?).ok()
}

/// A list row of the stream: whose, and what it shows. `None` for a row of another kind.
pub(crate) fn read_streamed(item: serde_dynamo::Item) -> Result<Option<(OwnerId, Card)>, PortError> {
    let listed =
        matches!(item.get(PK), Some(serde_dynamo::AttributeValue::S(pk)) if pk.starts_with(LIST_PREFIX));
    if !listed {
        return Ok(None);
    }
    let row: CardRow = serde_dynamo::from_item(item).map_err(|error| PortError::Broken(error.to_string()))?;
    Ok(Some((row.owner, row.card)))
}

fn write<Row: Serialize>(row: &Row) -> Result<Item, PortError> {
    serde_dynamo::to_item(row).map_err(|error| PortError::Broken(error.to_string()))
}

fn read<Row: DeserializeOwned>(item: Item) -> Result<Row, PortError> {
    serde_dynamo::from_item(item).map_err(|error| PortError::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use app::{ErrorCode, Failure};
    use testkit::samples::{at, id, submitted};

    use super::*;

    #[test]
    fn only_a_failed_import_is_forgotten_some_day_and_its_list_row_with_it() {
        let pending = submitted(id(1), &OwnerId::new("ann"), at(0));
        let mut failed = pending.clone();
        failed.fail(Failure::from(ErrorCode::NotFound));
        let mut retried = failed.clone();
        retried.restart();
        for (recipe, expires) in [(pending, false), (failed, true), (retried, false)] {
            for item in [recipe_item(&recipe).unwrap(), card_item(&recipe).unwrap()] {
                let expected = (at(0).seconds() + 90 * 86_400).to_string();
                let found = item.get("expiresAt").and_then(|value| value.as_n().ok());
                assert_eq!(found, expires.then_some(&expected), "{:?}", recipe.status);
            }
        }
    }

    #[test]
    fn a_row_of_the_stream_is_read_as_its_owners_card_and_another_row_is_passed_over() {
        let recipe = submitted(id(1), &OwnerId::new("ann"), at(0));
        let streamed = |item: Item| read_streamed(serde_dynamo::Item::from(item)).unwrap();
        let card = Card::from(&recipe);
        assert_eq!(streamed(card_item(&recipe).unwrap()), Some((OwnerId::new("ann"), card)));
        assert_eq!(streamed(recipe_item(&recipe).unwrap()), None);
    }
}
