//! A conversation and its messages, as they are kept.

use crate::model::{Charge, CreditState};
use crate::{OwnerId, Timestamp};
use agent::{Block, Credit, Limits, Message, Outcome, QuestionId, ResultPiece, Row, TURNS_OF_A_CONVERSATION};
use agent::{ConversationId, Moment};
use serde_json::Value;

use crate::conversations::MOST_QUESTIONS;

/// What a conversation costs, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Payment {
    /// Nothing was asked yet.
    #[default]
    Open,
    /// It costs nothing: a guest's that was admitted, or nothing costs anything here. It stays so when it changes hands.
    Free,
    /// It costs a member's credit.
    Charged(Charge),
}

/// A conversation of one owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    /// Its id, made by the client or by the server.
    pub id: ConversationId,
    /// Whose it is: the `sub` of a member, the identity id of a guest.
    pub owner: OwnerId,
    /// What its owner calls it.
    pub name: Option<String>,
    /// What the client keeps with it: an object.
    pub metadata: Option<Value>,
    /// Whether it costs a credit, and what has become of that.
    pub payment: Payment,
    /// How many credits were held for it, one after the other: the number of the last hold.
    pub holds: u32,
    /// Its questions in their order; a question's number is its place in here.
    pub questions: Vec<QuestionId>,
    /// How many of them were answered, as [`Outcome::counts_as_turn`] counts.
    pub answered: u32,
    /// How many bytes of pictures and files its questions hold.
    pub attached_bytes: u64,
    /// Its messages are being deleted; to everybody it is gone.
    pub is_deleted: bool,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Conversation {
    /// One in which nothing was said.
    #[must_use]
    pub fn new(id: ConversationId, owner: OwnerId, now: Timestamp) -> Self {
        Self {
            id,
            owner,
            name: None,
            metadata: None,
            payment: Payment::Open,
            holds: 0,
            questions: Vec::new(),
            answered: 0,
            attached_bytes: 0,
            is_deleted: false,
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// How many questions can still be answered.
    #[must_use]
    pub fn turns_left(&self) -> u32 {
        if self.questions.len() >= MOST_QUESTIONS {
            return 0;
        }
        TURNS_OF_A_CONVERSATION.saturating_sub(self.answered)
    }

    /// What has become of its credit; `None` where it costs none, or nothing was asked yet.
    #[must_use]
    pub fn credit(&self) -> Option<CreditState> {
        self.charge().map(|charge| charge.state)
    }

    /// The credit that it costs.
    #[must_use]
    pub fn charge(&self) -> Option<&Charge> {
        match &self.payment {
            Payment::Charged(charge) => Some(charge),
            Payment::Open | Payment::Free => None,
        }
    }

    /// The place of a question.
    #[must_use]
    pub fn number_of(&self, question: &QuestionId) -> Option<usize> {
        self.questions.iter().position(|known| known == question)
    }

    /// An answer has come to its end: the turn counts or not, and the credit is used, given back or stays as it is.
    pub(crate) fn end_turn(&mut self, outcome: Outcome) {
        let end = match outcome.credit(self.answered) {
            Credit::Settle => Some(CreditState::Used),
            Credit::GiveBack => Some(CreditState::GivenBack),
            Credit::Keep => None,
        };
        if let (Payment::Charged(charge), Some(end)) = (&mut self.payment, end) {
            charge.end(end);
        }
        self.answered += u32::from(outcome.counts_as_turn());
    }

    /// The next version of it, changed now.
    #[must_use]
    pub(crate) fn changed(&self, now: Timestamp) -> Self {
        Self { version: self.version.saturating_add(1), updated_at: now.max(self.updated_at), ..self.clone() }
    }
}

/// What a cook has said.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The message as the cook has sent it, with its attachments.
    pub message: Message,
    /// When it was stored, by the clock of the function that stored it.
    pub asked_at: Timestamp,
}

impl Question {
    /// How many bytes of pictures and files it holds.
    #[must_use]
    pub fn attached_bytes(&self) -> u64 {
        self.message.content.iter().map(attached).sum()
    }
}

fn attached(block: &Block) -> u64 {
    let bytes = |source: &agent::Source| u64::try_from(source.bytes.len()).unwrap_or(u64::MAX);
    match block {
        Block::Text(_) | Block::ToolUse(_) => 0,
        Block::Image(image) => bytes(&image.source),
        Block::Document(document) => bytes(&document.source),
        Block::ToolResult(result) => result
            .content
            .iter()
            .map(|piece| match piece {
                ResultPiece::Text(_) | ResultPiece::Json(_) => 0,
                ResultPiece::Image(image) => bytes(&image.source),
                ResultPiece::Document(document) => bytes(&document.source),
            })
            .sum(),
    }
}

/// How far the answer to a question is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// When the question came.
    pub asked_at: Timestamp,
    /// Whether the cook wants no more of the answer.
    pub is_stopped: bool,
    /// When a run first began it.
    pub begun_at: Option<Timestamp>,
    /// The answer so far; `None` before a run has begun it.
    pub answer: Option<Row>,
}

impl Progress {
    /// Of a question that has just come.
    #[must_use]
    pub fn new(asked_at: Timestamp) -> Self {
        Self { asked_at, is_stopped: false, begun_at: None, answer: None }
    }

    /// Whether nothing more will be written.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.answer.as_ref().is_some_and(|row| row.ended.is_some())
    }

    /// Whether somebody is at it, or will be soon: a run that wrote a moment ago, or one that was started a moment ago.
    #[must_use]
    pub fn is_alive(&self, now: Timestamp) -> bool {
        let last_sign = self.answer.as_ref().map_or(self.asked_at.millis(), |row| row.beat.millis());
        let until = Moment::from_millis(last_sign).plus(Limits::default().lease);
        !self.has_ended() && now.millis() < until.millis()
    }
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// What the cook has said.
    pub question: Question,
    /// How far the answer is.
    pub progress: Progress,
}
