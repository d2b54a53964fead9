//! List row of a recipe: `O#<owner>`/`<createdAt>#<id>`.

use app::card::Tag;
use app::model::{CreditState, Day};
use app::upload::SubmissionId;
use app::{Card, ErrorCode, Language, NutritionStatus, OwnerId, Recipe, Stage, Status};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::rows::codes::{Coded, optional};
use crate::rows::keys::{Item, PK, SK, card_sk, is_list_key, list_key};
use crate::rows::marks_row::is_unmarked;
use crate::rows::read::{expiry, read, write};
use crate::rows::summary::SummaryRow;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    owner: OwnerId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    id: RecipeId,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(default)]
    image_url: Option<String>,
    #[serde(default)]
    status: Coded<Status>,
    #[serde(default)]
    stage: Coded<Stage>,
    #[serde(default)]
    language: Coded<Language>,
    #[serde(default)]
    tags: Vec<TagRow>,
    #[serde(rename = "total_time", default)]
    total_minutes: Option<u32>,
    #[serde(default)]
    servings: Option<u32>,
    #[serde(default)]
    ingredient_names: Vec<String>,
    #[serde(default)]
    nutrition_status: Coded<NutritionStatus>,
    #[serde(default)]
    error_code: Coded<ErrorCode>,
    #[serde(default)]
    error_details: Option<String>,
    #[serde(rename = "pictureSubmissionUUID", default, deserialize_with = "optional")]
    picture_submission: Option<SubmissionId>,
    #[serde(rename = "fileSubmissionUUID", default, deserialize_with = "optional")]
    file_submission: Option<SubmissionId>,
    #[serde(default)]
    source_name: Option<String>,
    #[serde(default, deserialize_with = "optional")]
    import_summary: Option<SummaryRow>,
    #[serde(default, skip_serializing_if = "Coded::is_absent")]
    credit: Coded<CreditState>,
    /// The first of four marks. Unset marks are absent; unreadable ones are dropped.
    #[serde(default, skip_serializing_if = "is_unmarked")]
    favourite: bool,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    rating: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    collections: Vec<String>,
    #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
    last_made_on: Option<Day>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct TagRow {
    name: String,
}

pub(crate) fn card_item(recipe: &Recipe) -> Result<Item, PortError> {
    let card = Card::from(recipe);
    write(&CardRow {
        pk: list_key(&recipe.owner),
        sk: card_sk(card.created_at, &card.id),
        owner: recipe.owner.clone(),
        expires_at: expiry(recipe),
        id: card.id,
        title: card.title,
        description: card.description,
        author: card.author,
        url: card.url,
        part: card.part,
        image_url: card.image_url,
        status: card.status.into(),
        stage: card.stage.into(),
        language: card.language.into(),
        tags: card.tags.into_iter().map(|tag| TagRow { name: tag.name }).collect(),
        total_minutes: card.total_minutes,
        servings: card.servings,
        ingredient_names: card.ingredient_names,
        nutrition_status: card.nutrition_status.into(),
        error_code: card.error_code.into(),
        error_details: card.error_details,
        picture_submission: card.picture_submission,
        file_submission: card.file_submission,
        source_name: card.source_name,
        import_summary: card.import_summary.as_ref().map(SummaryRow::from),
        credit: card.credit.into(),
        favourite: card.favourite,
        rating: card.rating,
        collections: card.collections,
        last_made_on: card.last_made_on,
        version: card.version,
        created_at: card.created_at,
        updated_at: card.updated_at,
    })
}

impl From<CardRow> for Card {
    fn from(row: CardRow) -> Self {
        let status = row.status.known().unwrap_or(Status::Failed);
        let (error_code, error_details) = match status {
            Status::Failed => {
                let code = row.error_code.known().unwrap_or(ErrorCode::Internal);
                (Some(code), row.error_details.or_else(|| Some(code.sentence().to_owned())))
            }
            Status::Pending | Status::Success => (None, None),
        };
        let is_upload = row.picture_submission.is_some() || row.file_submission.is_some();
        let stage = match status {
            Status::Pending => Some(row.stage.known().unwrap_or(Stage::first(is_upload))),
            Status::Success | Status::Failed => None,
        };
        Self {
            id: row.id,
            title: row.title,
            description: row.description,
            author: row.author,
            url: row.url,
            part: row.part,
            image_url: row.image_url,
            status,
            stage,
            language: row.language.known(),
            tags: row.tags.into_iter().map(|tag| Tag { name: tag.name }).collect(),
            total_minutes: row.total_minutes,
            servings: row.servings,
            ingredient_names: row.ingredient_names,
            nutrition_status: row.nutrition_status.known().unwrap_or(NutritionStatus::Failed),
            error_code,
            error_details,
            picture_submission: row.picture_submission,
            file_submission: row.file_submission,
            source_name: row.source_name,
            import_summary: row.import_summary.map(Into::into),
            credit: row.credit.known(),
            favourite: row.favourite,
            rating: row.rating,
            collections: row.collections,
            last_made_on: row.last_made_on,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Cards of list rows; unreadable rows are skipped and logged.
pub(crate) fn read_cards(items: Vec<Item>) -> Vec<Card> {
    items.into_iter().filter_map(|item| readable(item.into())).map(|row| row.into()).collect()
}

/// Owner and card of a list row. `None` for other rows and for unreadable ones, which are logged: an error
/// would block the stream.
pub(crate) fn read_streamed(item: serde_dynamo::Item) -> Option<(OwnerId, Card)> {
    let listed = matches!(item.get(PK), Some(serde_dynamo::AttributeValue::S(pk)) if is_list_key(pk));
    let row = listed.then(|| readable(item)).flatten()?;
    Some((row.owner.clone(), row.into()))
}

fn readable(item: serde_dynamo::Item) -> Option<CardRow> {
    // Logs the sort key (time and recipe); the partition key identifies a person.
    let place = match item.get(SK) {
        Some(serde_dynamo::AttributeValue::S(place)) => place.clone(),
        _ => String::new(),
    };
    let row = read::<CardRow>(item);
    row.inspect_err(|error| tracing::warn!(%error, place, "a list row cannot be read")).ok()
}
