//! Row format of feedback: `F#<id>`/`F`, indexed in `creators` by author and in `moments` by time.

use app::Language;
use app::OwnerId;
use app::feedback::{Answer, Feedback, FeedbackKind, FeedbackStatus, Handling, KEPT, Reading, RecipePart};
use app::ids::FeedbackId;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::rows::codes::{Coded, optional};
use crate::rows::keys::{Item, PK, key};
use crate::rows::read::{read, write};

/// Index by author and [`CREATED_AT`].
pub(crate) const CREATORS_INDEX: &str = "creators";
/// Index of all feedback by [`CREATED_AT`].
pub(crate) const MOMENTS_INDEX: &str = "moments";
pub(crate) const CREATOR: &str = "creator";
/// Partition key of [`MOMENTS_INDEX`]; always [`EVERYBODY`].
pub(crate) const WHOSE: &str = "whose";
pub(crate) const EVERYBODY: &str = "everybody";
pub(crate) const CREATED_AT: &str = "createdAt";

const PREFIX: &str = "F#";
const SORT_KEY: &str = "F";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FeedbackRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    id: FeedbackId,
    creator: OwnerId,
    whose: String,
    #[serde(default)]
    is_of_member: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    message: String,
    #[serde(default)]
    kind: Coded<FeedbackKind>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional")]
    recipe: Option<RecipeId>,
    #[serde(default, skip_serializing_if = "Coded::is_absent")]
    wrong_part: Coded<RecipePart>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional")]
    reading: Option<ReadingRow>,
    #[serde(default)]
    status: Coded<FeedbackStatus>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional")]
    answer: Option<AnswerRow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional")]
    handled: Option<HandlingRow>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// Time to live, in seconds since 1970.
    #[serde(default)]
    expires_at: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReadingRow {
    title: Option<String>,
    ingredients: Vec<String>,
    instructions: Vec<String>,
    prep_minutes: Option<u32>,
    cook_minutes: Option<u32>,
    total_minutes: Option<u32>,
    #[serde(default)]
    language: Coded<Language>,
    source_host: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct AnswerRow {
    text: String,
    at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct HandlingRow {
    by: OwnerId,
    at: Timestamp,
}

pub(crate) fn feedback_key(id: &FeedbackId) -> Item {
    key(format!("{PREFIX}{id}"), SORT_KEY.to_owned())
}

pub(crate) fn read_feedback_id(item: &Item) -> Option<FeedbackId> {
    FeedbackId::parse(item.get(PK)?.as_s().ok()?.strip_prefix(PREFIX)?).ok()
}

/// Page token `<createdAt>#<id>` from an index key.
pub(crate) fn feedback_page_token(key: &Item) -> Option<String> {
    let created_at = key.get(CREATED_AT)?.as_s().ok()?;
    Some(format!("{created_at}#{}", read_feedback_id(key)?))
}

/// Index key of a page token; `None` for a forged one.
pub(crate) fn feedback_start(partition: (&str, &str), place: &str) -> Option<Item> {
    let (created_at, id) = place.split_once('#')?;
    let created_at = Timestamp::try_from(created_at.to_owned()).ok()?;
    let mut start = feedback_key(&FeedbackId::parse(id).ok()?);
    start.insert(partition.0.to_owned(), AttributeValue::S(partition.1.to_owned()));
    start.insert(CREATED_AT.to_owned(), AttributeValue::S(created_at.into()));
    Some(start)
}

pub(crate) fn feedback_item(feedback: &Feedback) -> Result<Item, PortError> {
    let feedback = feedback.clone();
    write(&FeedbackRow {
        pk: format!("{PREFIX}{}", feedback.id),
        sk: SORT_KEY.to_owned(),
        id: feedback.id,
        creator: feedback.creator,
        whose: EVERYBODY.to_owned(),
        is_of_member: feedback.is_of_member,
        email: feedback.email,
        message: feedback.message,
        kind: feedback.kind.into(),
        recipe: feedback.recipe,
        wrong_part: feedback.wrong_part.into(),
        reading: feedback.reading.map(ReadingRow::from),
        status: feedback.status.into(),
        answer: feedback.answer.map(|Answer { text, at }| AnswerRow { text, at }),
        note: feedback.note,
        handled: feedback.handled.map(|Handling { by, at }| HandlingRow { by, at }),
        version: feedback.version,
        created_at: feedback.created_at,
        updated_at: feedback.updated_at,
        expires_at: feedback.updated_at.plus(KEPT).seconds(),
    })
}

/// Parses feedback; an unknown code reads as the most harmless value.
pub(crate) fn read_feedback(item: Item) -> Result<Feedback, PortError> {
    let row: FeedbackRow = read(item.into())?;
    Ok(Feedback {
        id: row.id,
        creator: row.creator,
        is_of_member: row.is_of_member,
        email: row.email,
        message: row.message,
        kind: row.kind.known().unwrap_or(FeedbackKind::Other),
        recipe: row.recipe,
        wrong_part: row.wrong_part.or_unknown(RecipePart::Other),
        reading: row.reading.map(Reading::from),
        status: row.status.known().unwrap_or(FeedbackStatus::New),
        answer: row.answer.map(|AnswerRow { text, at }| Answer { text, at }),
        note: row.note,
        handled: row.handled.map(|HandlingRow { by, at }| Handling { by, at }),
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

impl From<Reading> for ReadingRow {
    fn from(reading: Reading) -> Self {
        Self {
            title: reading.title,
            ingredients: reading.ingredients,
            instructions: reading.instructions,
            prep_minutes: reading.prep_minutes,
            cook_minutes: reading.cook_minutes,
            total_minutes: reading.total_minutes,
            language: reading.language.into(),
            source_host: reading.source_host,
        }
    }
}

impl From<ReadingRow> for Reading {
    fn from(row: ReadingRow) -> Self {
        Self {
            title: row.title,
            ingredients: row.ingredients,
            instructions: row.instructions,
            prep_minutes: row.prep_minutes,
            cook_minutes: row.cook_minutes,
            total_minutes: row.total_minutes,
            language: row.language.known(),
            source_host: row.source_host,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_token_round_trips_and_forged_token_is_rejected() {
        let id = FeedbackId::parse(&"a".repeat(32)).unwrap();
        let place = format!("2026-11-22T10:00:00.000Z#{id}");
        let start = feedback_start((CREATOR, "ann"), &place).unwrap();
        assert_eq!(start.len(), 4);
        assert_eq!(feedback_page_token(&start), Some(place));
        for made_up in ["", "#", "2026-11-22T10:00:00.000Z", "yesterday#a", &format!("yesterday#{id}")] {
            assert_eq!(feedback_start((CREATOR, "ann"), made_up), None, "{made_up}");
        }
    }

    #[test]
    fn unknown_code_affects_only_its_field() {
        let id = FeedbackId::parse(&"a".repeat(32)).unwrap();
        let mut item = feedback_key(&id);
        let text = |value: &str| AttributeValue::S(value.to_owned());
        for (name, value) in [
            ("id", id.as_str()),
            ("creator", "ann"),
            ("whose", EVERYBODY),
            ("message", "Soup"),
            ("kind", "TELEPATHY"),
            ("wrongPart", "SMELL"),
            ("status", "LOST"),
            ("reading", "torn"),
            ("createdAt", "2026-11-22T10:00:00.000Z"),
            ("updatedAt", "2026-11-22T10:00:00.000Z"),
        ] {
            item.insert(name.to_owned(), text(value));
        }
        item.insert("version".to_owned(), AttributeValue::N("3".to_owned()));
        let found = read_feedback(item.clone()).unwrap();
        assert_eq!(
            (found.kind, found.wrong_part, found.status, found.reading, found.version),
            (FeedbackKind::Other, Some(RecipePart::Other), FeedbackStatus::New, None, 3)
        );
        item.remove("message");
        assert!(matches!(read_feedback(item), Err(PortError::Unreadable(_))));
    }
}
