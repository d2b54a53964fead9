use std::future::Future;

use crate::OwnerId;
use crate::error::WriteError;
use crate::listing::{PageRequest, RowPage};
use agent::{ConversationId, Row};
use zest_core::PortError;

use crate::conversations::model::{Conversation, Exchange, Progress, Question};

/// Condition for writing an answer's row.
#[derive(Clone, Copy, Debug)]
pub enum Over<'a> {
    /// The run that writes owns the answer.
    Own,
    /// Exactly this row is stored (`None`: no run yet), or the run that writes owns the answer.
    ExactlyOrOwn(Option<&'a Row>),
    /// Exactly this row is stored.
    Exactly(Option<&'a Row>),
}

/// Result of writing a partial answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialWriteResult {
    /// The row was written.
    Stored {
        /// Whether the user has stopped the answer.
        is_stopped: bool,
    },
    /// Not stored: another run owns the answer, the answer has ended, or it was deleted.
    Superseded,
}

/// Conversations by id and owner; messages by number. List reads are eventually consistent; all others are
/// strongly consistent. An ended answer never changes.
pub trait ConversationStore: Send + Sync {
    /// Loads a conversation, even if it is being deleted.
    fn get(
        &self,
        id: &ConversationId,
    ) -> impl Future<Output = Result<Option<Conversation>, PortError>> + Send;

    /// Stores a new conversation; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, conversation: &Conversation) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was`; [`WriteError::Conflict`] if another version is stored.
    fn replace(
        &self,
        conversation: &Conversation,
        was: u64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was` and stores its new last question, atomically; [`WriteError::Conflict`] if
    /// another version is stored.
    fn ask(
        &self,
        conversation: &Conversation,
        was: u64,
        question: &Question,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was` and ends an answer, atomically; [`WriteError::Conflict`] also if the answer has
    /// ended or `over` is not fulfilled.
    fn end(
        &self,
        conversation: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Reads exchanges `from..to` in order: as many as fit into one response, at least one if any are stored.
    fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> impl Future<Output = Result<Vec<Exchange>, PortError>> + Send;

    /// Progress of an answer; `None` if the question does not exist.
    fn progress(
        &self,
        id: &ConversationId,
        number: usize,
    ) -> impl Future<Output = Result<Option<Progress>, PortError>> + Send;

    /// Makes the row's run the owner of a running answer if `over` is fulfilled; returns whether it is the
    /// owner.
    fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Stores a partial answer, unless the answer has ended or another run owns it.
    fn write_partial(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> impl Future<Output = Result<PartialWriteResult, PortError>> + Send;

    /// Marks an answer as stopped; returns whether the question exists.
    fn stop(
        &self,
        id: &ConversationId,
        number: usize,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// One page of an owner's conversations by last change, including those that are being deleted.
    fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Conversation>, PortError>> + Send;

    /// Ids of all conversations of an owner, including unreadable ones.
    fn ids_of_owner(
        &self,
        owner: &OwnerId,
    ) -> impl Future<Output = Result<Vec<ConversationId>, PortError>> + Send;

    /// Deletes all rows of a conversation, its main row last; idempotent.
    fn erase(&self, id: &ConversationId) -> impl Future<Output = Result<(), PortError>> + Send;
}
