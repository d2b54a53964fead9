//! The port through which conversations are kept.

use std::future::Future;

use crate::OwnerId;
use crate::error::{PortError, WriteError};
use crate::listing::{PageRequest, RowPage};
use agent::{ConversationId, Row};

use crate::conversations::model::{Conversation, Exchange, Progress, Question};

/// What must be stored for an answer's row to be written.
#[derive(Clone, Copy, Debug)]
pub enum Over<'a> {
    /// The answer is the writing run's already.
    Own,
    /// Exactly this is stored (`None`: no run has begun it), or the answer is the writing run's already.
    ExactlyOrOwn(Option<&'a Row>),
    /// Exactly this is stored.
    Exactly(Option<&'a Row>),
}

/// What has come of telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// It is stored; whether the cook wants no more of it.
    Stored {
        /// Whether the cook has stopped the answer.
        is_stopped: bool,
    },
    /// Nothing was stored: the answer is another run's, has ended, or is gone.
    Superseded,
}

/// Conversations by their ids and by their owner, and their messages by their numbers. Lists may lack the newest; all else is
/// strongly consistent. An answer that has ended is never written again.
pub trait ConversationStore: Send + Sync {
    /// The conversation with this id, also one that is being deleted.
    fn get(
        &self,
        id: &ConversationId,
    ) -> impl Future<Output = Result<Option<Conversation>, PortError>> + Send;

    /// Keeps a new one; [`WriteError::Conflict`] where its id is taken.
    fn create(&self, conversation: &Conversation) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces one; [`WriteError::Conflict`] unless the stored version is `was`.
    fn replace(
        &self,
        conversation: &Conversation,
        was: u64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces one and keeps the question that is its last now, both or none; [`WriteError::Conflict`] unless the stored version is `was`.
    fn ask(
        &self,
        conversation: &Conversation,
        was: u64,
        question: &Question,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces one and ends an answer, both or none. [`WriteError::Conflict`] unless the stored version is `was`, the answer has not
    /// ended and is as `over` says.
    fn end(
        &self,
        conversation: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Exchanges in their order from a number on, up to another one, as many as one answer may hold, and at least one if there is one.
    fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> impl Future<Output = Result<Vec<Exchange>, PortError>> + Send;

    /// How far the answer to a question is; `None` where there is no such question any more.
    fn progress(
        &self,
        id: &ConversationId,
        number: usize,
    ) -> impl Future<Output = Result<Option<Progress>, PortError>> + Send;

    /// Makes the answer the row's run's, if it has not ended and is as `over` says: whether it is.
    fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Stores the answer so far, if it is the row's run's and has not ended.
    fn tell(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> impl Future<Output = Result<Telling, PortError>> + Send;

    /// Remembers that the cook wants no more of an answer; whether there is such a question.
    fn stop(
        &self,
        id: &ConversationId,
        number: usize,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// One page of an owner's, by when they last changed; those that are being deleted, too.
    fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Conversation>, PortError>> + Send;

    /// The ids of all of an owner's, readable or not.
    fn ids_of_owner(
        &self,
        owner: &OwnerId,
    ) -> impl Future<Output = Result<Vec<ConversationId>, PortError>> + Send;

    /// Deletes all rows of a conversation, its own last; what is not there is no error.
    fn erase(&self, id: &ConversationId) -> impl Future<Output = Result<(), PortError>> + Send;
}
