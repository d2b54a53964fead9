//! How conversations lie in their table: `C#<id>`/`C` is the conversation, in the index `owners` by whose it is and when it last changed.
//! Of its question number n `M#<n>#Q#<piece>` holds the message, in pieces because a row holds 400 kB at most, and `M#<n>#Z` the
//! answer. Beside them lie counters: see `counters`.

use agent::{Message, Moment, QuestionId, Row};
use app::conversations::{Conversation, Exchange, Payment, Progress, Question};
use app::error::PortError;
use app::model::Charge;
use app::{OwnerId, Timestamp};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rows::charge_row::ChargeRow;
use crate::rows::keys::{Item, PK, SK, key};
use crate::rows::read::{read, write};

/// The index of what each owner keeps, by [`UPDATED_AT`].
pub(crate) const OWNERS_INDEX: &str = "owners";
/// The attribute by which [`OWNERS_INDEX`] is divided; rows of messages have none.
pub(crate) const OWNER: &str = "owner";
/// When it last changed, as the API writes moments.
pub(crate) const UPDATED_AT: &str = "updatedAt";
/// Of an answer: the run that writes it.
pub(crate) const RUN: &str = "run";
/// Of an answer: the answer so far, as the agent writes it.
pub(crate) const ROW: &str = "row";
/// Of an answer: present once it has ended.
pub(crate) const ENDED: &str = "ended";
/// Of an answer: present once the cook wants no more of it.
pub(crate) const STOPPED: &str = "stopped";
/// Of an answer: when a run first began it, in milliseconds since 1970.
pub(crate) const BEGUN_AT: &str = "begunAt";
const ASKED_AT: &str = "askedAt";

const PREFIX: &str = "C#";
const OWN_SK: &str = "C";
const MESSAGE_PREFIX: &str = "M#";
/// Bytes of a piece of a message: well below the 400 kB of a row.
const PIECE_BYTES: usize = 300_000;

/// The partition of a conversation.
pub(crate) fn conversation_pk(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// The primary key of a conversation's own row.
pub(crate) fn conversation_key(id: &str) -> Item {
    key(conversation_pk(id), OWN_SK.to_owned())
}

/// The id in a row's key; `None` where it is none of conversations.
pub(crate) fn read_conversation_id(item: &Item) -> Option<&str> {
    item.get(PK)?.as_s().ok()?.strip_prefix(PREFIX)
}

/// Before all rows of a question.
pub(crate) fn first_sk(number: usize) -> String {
    format!("{MESSAGE_PREFIX}{number:04}")
}

/// Behind all rows of a question, the last of which is its answer's.
pub(crate) fn answer_sk(number: usize) -> String {
    format!("{MESSAGE_PREFIX}{number:04}#Z")
}

/// The primary key of the row of an answer.
pub(crate) fn answer_key(id: &str, number: usize) -> Item {
    key(conversation_pk(id), answer_sk(number))
}

/// `<updatedAt>#<id>` of a row's key in the index: where a page has ended.
pub(crate) fn conversation_place(key: &Item) -> Option<String> {
    let updated_at = key.get(UPDATED_AT)?.as_s().ok()?;
    Some(format!("{updated_at}#{}", read_conversation_id(key)?))
}

/// The key in the index behind which a page begins; `None` for a place that was made up.
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
    /// A text of JSON: what clients keep is theirs, also in its form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    /// Whether it costs nothing.
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

/// A conversation's own row, attribute by attribute.
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

/// A conversation of its row. A charge whose state is not known makes it unreadable: nothing is said of a credit then.
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

/// The rows of a question that has just come: its pieces, and that of its answer, which no run has begun.
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

/// A text in pieces that a row holds, none of which ends within a character.
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

/// An answer as the agent writes it.
pub(crate) fn row_text(row: &Row) -> Result<String, PortError> {
    serde_json::to_string(row).map_err(|error| PortError::Broken(error.to_string()))
}

/// How far an answer is, of its row.
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

/// Exchanges as their rows come, one after the other.
#[derive(Default)]
pub(crate) struct ExchangeReader {
    text: String,
    /// Those that are whole.
    pub(crate) whole: Vec<Exchange>,
    /// How many bytes those have.
    pub(crate) bytes: usize,
}

impl ExchangeReader {
    /// The next row, in the order of the sort keys.
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

/// A moment of the agent's as an attribute.
pub(crate) fn millis(moment: Moment) -> AttributeValue {
    AttributeValue::N(moment.millis().to_string())
}

/// The keys of a row alone.
pub(crate) fn key_of(item: &Item) -> Option<Item> {
    let text = |name: &str| item.get(name)?.as_s().ok().cloned();
    Some(key(text(PK)?, text(SK)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_lies_in_pieces_and_none_ends_within_a_character() {
        let text = "é".repeat(PIECE_BYTES);
        let found = pieces(&text);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|piece| piece.len() <= PIECE_BYTES));
        assert_eq!(found.concat(), text);
        assert_eq!(pieces(""), [""]);
    }

    #[test]
    fn a_place_is_read_back_and_one_that_was_made_up_leads_nowhere() {
        let ann = OwnerId::new("ann");
        let place = "2026-11-22T10:00:00.000Z#c-1";
        let start = conversation_start(&ann, place).unwrap();
        assert_eq!(start.len(), 4);
        assert_eq!(conversation_place(&start).as_deref(), Some(place));
        for made_up in ["", "#", "2026-11-22T10:00:00.000Z", "yesterday#c-1", "2026-11-22T10:00:00.000Z#a b"]
        {
            assert_eq!(conversation_start(&ann, made_up), None, "{made_up}");
        }
    }
}
