//! How recipes lie in the table: `R#<id>`/`R` holds the recipe, `O#<owner>`/`<createdAt>#<id>` its list row.
//! What is known of members lies beside them: see `members`.

use std::collections::HashMap;
use std::time::Duration;

use app::ports::PortError;
use app::reading::UploadKind;
use app::uploads::Upload;
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

/// `P#<identity>#<kind>#<submission>`/`R#<id>`: that a recipe was created with an upload.
#[derive(Serialize)]
struct UseRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
}

/// The partition of an upload's recipes.
pub(crate) fn upload_key(upload: &Upload) -> String {
    let kind = match upload.kind {
        UploadKind::Picture => "pictures",
        UploadKind::File => "file",
    };
    format!("P#{}#{kind}#{}", upload.identity.secret(), upload.submission)
}

pub(crate) fn use_key(upload: &Upload, id: &RecipeId) -> Item {
    key(upload_key(upload), format!("R#{id}"))
}

/// Which upload a recipe uses, if any.
pub(crate) fn use_item(recipe: &Recipe) -> Option<Result<Item, PortError>> {
    let upload = recipe.upload.as_ref()?;
    Some(write(&UseRow {
        pk: upload_key(upload),
        sk: format!("R#{}", recipe.id),
        expires_at: expiry(recipe),
    }))
}

/// The recipe in a row that says which upload it uses.
pub(crate) fn read_user(item: &Item) -> Option<RecipeId> {
    RecipeId::parse(item.get(SK)?.as_s().ok()?.strip_prefix("R#")?).ok()
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
    use app::stored::Field;
    use app::{ErrorCode, Failure, RecipeChange};
    use extract::Code;
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

    /// What DynamoDB counts for a value: its bytes, and three for a list or map with one more an element.
    fn value_bytes(value: &AttributeValue) -> usize {
        match value {
            AttributeValue::S(text) => text.len(),
            AttributeValue::N(digits) => digits.len().div_ceil(2) + 1,
            AttributeValue::L(list) => 3 + list.iter().map(|item| 1 + value_bytes(item)).sum::<usize>(),
            AttributeValue::M(map) => 3 + map.len() + item_bytes(map),
            AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
            other => panic!("a kind of value that no row has: {other:?}"),
        }
    }

    fn item_bytes(item: &Item) -> usize {
        item.iter().map(|(name, value)| name.len() + value_bytes(value)).sum()
    }

    /// A recipe with as much of everything as its limits allow: texts of four bytes a character, the longest notes, and
    /// as many lines and steps as there can be, which take the most room beside their text.
    fn largest() -> Recipe {
        let owner = OwnerId::new("x".repeat(60));
        let mut recipe = submitted(id(1), &owner, at(0));
        recipe.owners.insert(OwnerId::new("y".repeat(60)));
        recipe.status = Status::Success;
        recipe.url = Some("u".repeat(app::import::URL_LIMIT));
        recipe.image_url = Some(format!("media/{}/{}", recipe.id, "0".repeat(32)));
        recipe.raw_extraction = Some("r".repeat(app::stored::RAW_LIMIT_BYTES));
        recipe.failure = Some(Failure::from(ErrorCode::TooManyRedirects));
        recipe.warnings = vec![Code::InstructionsMissing; 30];
        recipe.edited =
            [Field::Title, Field::Description, Field::Ingredients, Field::Instructions, Field::Nutrition]
                .into();
        let value = Some("🍲".repeat(60));
        let [calories, fat, carbs, protein] = [value.clone(), value.clone(), value.clone(), value];
        let content = &mut recipe.content;
        content.nutrition = recipe::Nutrition { calories, fat, carbs, protein };
        content.title = Some("🍲".repeat(app::book::TITLE_LIMIT));
        content.tags = vec!["🍲".repeat(60); 30];
        content.instructions = vec!["🍲".to_owned(); app::book::LINE_LIMIT];
        let line = recipe::Ingredient {
            name: "🍲".repeat(40),
            group: Some("🍲".to_owned()),
            doubt: Some(recipe::Doubt::Guessed),
            ..recipe::Ingredient::default()
        };
        content.ingredients = vec![line; app::book::LINE_LIMIT];
        for (number, line) in content.ingredients.iter_mut().take(40).enumerate() {
            line.name = format!("{number:02}{}", "🍲".repeat(38));
        }
        let room = |content: &recipe::Content| {
            app::stored::CONTENT_LIMIT_BYTES - app::stored::content_bytes(content)
        };
        content.description = Some("🍲".repeat(room(content).min(4 * app::book::TEXT_LIMIT) / 8));
        recipe.notes = Some("🍲".repeat(room(content) / 4));
        assert!(app::stored::fits(&mut recipe.content, recipe.notes.as_deref()));
        assert!(
            room(&recipe.content) - recipe.notes.as_ref().map_or(0, String::len) < 4,
            "there is room for more"
        );
        recipe
    }

    #[test]
    fn the_largest_recipe_stays_below_350_kb_and_its_change_below_200_kb() {
        let recipe = largest();
        let bytes = item_bytes(&recipe_item(&recipe).unwrap());
        assert!((300_000..350_000).contains(&bytes), "{bytes} bytes of DynamoDB's 400 KB");

        // An imported title may be longer than one that is written.
        let mut imported = recipe;
        imported.content.title = Some("🍲".repeat(1_250));
        let card = Card::from(&imported);
        assert_eq!(card.ingredient_names.len(), 40);
        let change = RecipeChange { owner: imported.owner, id: imported.id, version: 1, card: Some(card) };
        let bytes = serde_json::to_vec(&change).unwrap().len();
        assert!((10_000..200_000).contains(&bytes), "{bytes} bytes of what a subscription carries");
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
