//! Row formats of conversations. `C#<id>`/`C` is the conversation, indexed by owner and last change. Question
//! n is `M#<n>#Q#<piece>`, in pieces below DynamoDB's limit of 400 kB; its answer is `M#<n>#Z`. Counters and
//! daily spending share the table.

use agent::{Message, QuestionId, Row};
use app::OwnerId;
use app::conversations::{Conversation, Exchange, Payment, Progress, Question};
use app::model::Charge;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zest_core::{PortError, Timestamp};

use crate::rows::charge_row::ChargeRow;
use crate::rows::keys::{Item, PK, SK, key};
use crate::rows::read::{read, write};

pub(crate) const OWNERS_INDEX: &str = "owners";
/// Partition key of [`OWNERS_INDEX`]; message rows have none.
pub(crate) const OWNER: &str = "owner";
pub(crate) const UPDATED_AT: &str = "updatedAt";
/// Answer row: id of the run that writes it.
pub(crate) const RUN: &str = "run";
/// Answer row: the answer so far, as JSON.
pub(crate) const ROW: &str = "row";
/// Answer row: present once the answer has ended.
pub(crate) const ENDED: &str = "ended";
/// Answer row: present once the user stopped the answer.
pub(crate) const STOPPED: &str = "stopped";
/// Answer row: start of the first run, in milliseconds since 1970.
pub(crate) const BEGUN_AT: &str = "begunAt";
const ASKED_AT: &str = "askedAt";

const PREFIX: &str = "C#";
const OWN_SK: &str = "C";
const MESSAGE_PREFIX: &str = "M#";
/// Bytes per message piece; below the 400 kB row limit.
const PIECE_BYTES: usize = 300_000;

pub(crate) fn conversation_pk(id: &str) -> String {
    format!("{PREFIX}{id}")
}

pub(crate) fn conversation_key(id: &str) -> Item {
    key(conversation_pk(id), OWN_SK.to_owned())
}

pub(crate) fn read_conversation_id(item: &Item) -> Option<&str> {
    item.get(PK)?.as_s().ok()?.strip_prefix(PREFIX)
}

/// Sort key before all rows of a question.
pub(crate) fn first_sk(number: usize) -> String {
    format!("{MESSAGE_PREFIX}{number:04}")
}

/// Sort key of a question's answer, its last row.
pub(crate) fn answer_sk(number: usize) -> String {
    format!("{MESSAGE_PREFIX}{number:04}#Z")
}

pub(crate) fn answer_key(id: &str, number: usize) -> Item {
    key(conversation_pk(id), answer_sk(number))
}

/// Page token `<updatedAt>#<id>` from an index key.
pub(crate) fn conversation_page_token(key: &Item) -> Option<String> {
    let updated_at = key.get(UPDATED_AT)?.as_s().ok()?;
    Some(format!("{updated_at}#{}", read_conversation_id(key)?))
}

/// Index key of a page token; `None` for a forged one.
pub(crate) fn conversation_start(owner: &OwnerId, place: &str) -> Option<Item> {
    let (updated_at, id) = place.split_once('#')?;
    let updated_at = Timestamp::try_from(updated_at.to_owned()).ok()?;
    let id = agent::ConversationId::parse(id).ok()?;
    let mut start = conversation_key(id.as_str());
    start.insert(OWNER.to_owned(), AttributeValue::S(owner.secret().to_owned()));
    start.insert(UPDATED_AT.to_owned(), AttributeValue::S(updated_at.into()));
    Some(start)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConversationRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    id: String,
    owner: OwnerId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Client metadata, as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    #[serde(default)]
    free: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    charge: Option<ChargeRow>,
    #[serde(default)]
    holds: u32,
    #[serde(default)]
    questions: Vec<String>,
    #[serde(default)]
    answered: u32,
    #[serde(default)]
    attached_bytes: u64,
    #[serde(default)]
    deleted: bool,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

pub(crate) fn conversation_item(conversation: &Conversation) -> Result<Item, PortError> {
    let Conversation { id, owner, name, metadata, payment, holds, questions, .. } = conversation;
    let charge = match payment {
        Payment::Charged(charge) => Some(ChargeRow::from(charge)),
        Payment::Open | Payment::Free => None,
    };
    write(&ConversationRow {
        pk: conversation_pk(id.as_str()),
        sk: OWN_SK.to_owned(),
        id: id.to_string(),
        owner: owner.clone(),
        name: name.clone(),
        metadata: metadata.as_ref().map(Value::to_string),
        free: *payment == Payment::Free,
        charge,
        holds: *holds,
        questions: questions.iter().map(ToString::to_string).collect(),
        answered: conversation.answered,
        attached_bytes: conversation.attached_bytes,
        deleted: conversation.is_deleted,
        version: conversation.version,
        created_at: conversation.created_at,
        updated_at: conversation.updated_at,
    })
}

/// Parses a conversation. A charge in an unknown state makes it unreadable.
pub(crate) fn read_conversation(item: Item) -> Result<Conversation, PortError> {
    let row: ConversationRow = read(item.into())?;
    let charge: Option<Option<Charge>> = row.charge.map(ChargeRow::into_charge);
    let payment = match (row.free, charge) {
        (true, _) => Payment::Free,
        (false, None) => Payment::Open,
        (false, Some(Some(charge))) => Payment::Charged(charge),
        (false, Some(None)) => return Err(unreadable("the state of a charge")),
    };
    let questions = row.questions.iter().map(|id| QuestionId::parse(id));
    Ok(Conversation {
        id: agent::ConversationId::parse(&row.id).map_err(|error| unreadable(&error))?,
        owner: row.owner,
        name: row.name,
        metadata: row.metadata.and_then(|text| serde_json::from_str(&text).ok()),
        payment,
        holds: row.holds,
        questions: questions.collect::<Result<_, _>>().map_err(|error| unreadable(&error))?,
        answered: row.answered,
        attached_bytes: row.attached_bytes,
        is_deleted: row.deleted,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

fn unreadable(error: &(impl ToString + ?Sized)) -> PortError {
    PortError::Unreadable(error.to_string())
}

/// Rows of a new question: its pieces, and an answer row that no run has begun.
pub(crate) fn question_items(id: &str, number: usize, question: &Question) -> Result<Vec<Item>, PortError> {
    let broken = |error: serde_json::Error| PortError::Broken(error.to_string());
    let text = serde_json::to_string(&question.message).map_err(broken)?;
    let mut items: Vec<Item> = pieces(&text)
        .into_iter()
        .enumerate()
        .map(|(at, piece)| {
            let mut item = key(conversation_pk(id), format!("{}#Q#{at:02}", first_sk(number)));
            item.insert(TEXT.to_owned(), AttributeValue::S(piece.to_owned()));
            item
        })
        .collect();
    let mut answer = answer_key(id, number);
    answer.insert(ASKED_AT.to_owned(), AttributeValue::S(question.asked_at.into()));
    items.push(answer);
    Ok(items)
}

const TEXT: &str = "text";

fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while rest.len() > PIECE_BYTES {
        let (piece, more) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}

pub(crate) fn row_text(row: &Row) -> Result<String, PortError> {
    serde_json::to_string(row).map_err(|error| PortError::Broken(error.to_string()))
}

pub(crate) fn read_progress(item: &Item) -> Result<Progress, PortError> {
    let text = |name: &str| item.get(name).and_then(|value| value.as_s().ok());
    let asked_at = text(ASKED_AT).and_then(|moment| Timestamp::try_from(moment.clone()).ok());
    let begun_at = item.get(BEGUN_AT).and_then(|value| value.as_n().ok()?.parse().ok());
    let answer = text(ROW).map(|row| serde_json::from_str::<Row>(row)).transpose();
    Ok(Progress {
        asked_at: asked_at.ok_or_else(|| unreadable("an answer without a moment"))?,
        is_stopped: item.contains_key(STOPPED),
        begun_at: begun_at.map(Timestamp::from_millis),
        answer: answer.map_err(|error| unreadable(&error))?,
    })
}

#[derive(Default)]
pub(crate) struct ExchangeReader {
    text: String,
    pub(crate) whole: Vec<Exchange>,
    pub(crate) bytes: usize,
}

impl ExchangeReader {
    pub(crate) fn take(&mut self, item: &Item) -> Result<(), PortError> {
        if let Some(piece) = item.get(TEXT).and_then(|piece| piece.as_s().ok()) {
            self.text.push_str(piece);
            return Ok(());
        }
        let progress = read_progress(item)?;
        let text = std::mem::take(&mut self.text);
        let message: Message = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
        self.bytes += text.len() + item.get(ROW).and_then(|row| row.as_s().ok()).map_or(0, String::len);
        let question = Question { message, asked_at: progress.asked_at };
        self.whole.push(Exchange { question, progress });
        Ok(())
    }
}

pub(crate) fn millis(moment: Timestamp) -> AttributeValue {
    AttributeValue::N(moment.millis().to_string())
}

pub(crate) fn key_of(item: &Item) -> Option<Item> {
    let text = |name: &str| item.get(name)?.as_s().ok().cloned();
    Some(key(text(PK)?, text(SK)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_message_is_split_at_character_boundaries() {
        let text = "é".repeat(PIECE_BYTES);
        let found = pieces(&text);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|piece| piece.len() <= PIECE_BYTES));
        assert_eq!(found.concat(), text);
        assert_eq!(pieces(""), [""]);
    }

    #[test]
    fn page_token_round_trips_and_forged_token_is_rejected() {
        let ann = OwnerId::new("ann");
        let place = "2026-11-22T10:00:00.000Z#c-1";
        let start = conversation_start(&ann, place).unwrap();
        assert_eq!(start.len(), 4);
        assert_eq!(conversation_page_token(&start).as_deref(), Some(place));
        for made_up in ["", "#", "2026-11-22T10:00:00.000Z", "yesterday#c-1", "2026-11-22T10:00:00.000Z#a b"]
        {
            assert_eq!(conversation_start(&ann, made_up), None, "{made_up}");
        }
    }
}
