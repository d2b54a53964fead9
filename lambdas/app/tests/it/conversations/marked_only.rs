//! A store whose `erase` fails, as if the function had died before it.

use agent::{ConversationId, Row};
use app::OwnerId;
use app::conversations::{
    Conversation, ConversationStore, Exchange, Over, PartialWriteResult, Progress, Question,
};
use app::error::WriteError;
use app::listing::{PageRequest, RowPage};
use test_support::conversations::MemoryConversations;
use zest_core::PortError;

pub(crate) struct MarkedOnly<'a>(pub(crate) &'a MemoryConversations);

impl ConversationStore for MarkedOnly<'_> {
    async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, PortError> {
        self.0.get(id).await
    }
    async fn create(&self, one: &Conversation) -> Result<(), WriteError> {
        self.0.create(one).await
    }
    async fn replace(&self, one: &Conversation, was: u64) -> Result<(), WriteError> {
        self.0.replace(one, was).await
    }
    async fn ask(&self, one: &Conversation, was: u64, question: &Question) -> Result<(), WriteError> {
        self.0.ask(one, was, question).await
    }
    async fn end(
        &self,
        one: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<(), WriteError> {
        self.0.end(one, was, number, row, over).await
    }
    async fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> Result<Vec<Exchange>, PortError> {
        self.0.exchanges(id, from, to).await
    }
    async fn progress(&self, id: &ConversationId, number: usize) -> Result<Option<Progress>, PortError> {
        self.0.progress(id, number).await
    }
    async fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<bool, PortError> {
        self.0.take(id, number, row, over).await
    }
    async fn write_partial(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> Result<PartialWriteResult, PortError> {
        self.0.write_partial(id, number, row).await
    }
    async fn stop(&self, id: &ConversationId, number: usize) -> Result<bool, PortError> {
        self.0.stop(id, number).await
    }
    async fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Conversation>, PortError> {
        self.0.of_owner(owner, page).await
    }
    async fn ids_of_owner(&self, owner: &OwnerId) -> Result<Vec<ConversationId>, PortError> {
        self.0.ids_of_owner(owner).await
    }
    async fn erase(&self, _id: &ConversationId) -> Result<(), PortError> {
        Err(PortError::Busy("killed".to_owned()))
    }
}
