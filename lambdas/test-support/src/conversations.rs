//! Conversations in memory, and their contract suite.

mod contract;

use std::collections::BTreeMap;
use std::sync::Mutex;

use agent::{ConversationId, Message, Part, QuestionId, Role, Row};
use app::OwnerId;
use app::account;
use app::conversations::{
    AgentStarter, Conversation, ConversationStore, Exchange, Over, PartPublisher, PartialWriteResult,
    Progress, Question,
};
use app::error::WriteError;
use app::holds::ConversationCharges;
use app::listing::{PageRequest, RowPage};
use app::model::Charge;
use zest_core::{PortError, Timestamp};

use crate::locks::lock;

pub use contract::conversation_store;

/// Exchanges per response; small, to cover paging.
const PAGE: usize = 3;

/// [`ConversationStore`] in memory with consistent lists.
#[derive(Debug, Default)]
pub struct MemoryConversations(Mutex<BTreeMap<ConversationId, Kept>>);

#[derive(Clone, Debug)]
struct Kept {
    conversation: Conversation,
    exchanges: Vec<Exchange>,
}

impl MemoryConversations {
    /// All stored conversations by id.
    #[must_use]
    pub fn kept(&self) -> Vec<(Conversation, Vec<Exchange>)> {
        let kept = lock(&self.0).values().cloned().collect::<Vec<_>>();
        kept.into_iter().map(|one| (one.conversation, one.exchanges)).collect()
    }

    fn change<T>(&self, id: &ConversationId, change: impl FnOnce(&mut Kept) -> T) -> Option<T> {
        lock(&self.0).get_mut(id).map(change)
    }

    fn write(&self, id: &ConversationId, number: usize, row: &Row, over: Over<'_>) -> Option<bool> {
        let written = self.change(id, |kept| {
            let progress = &mut kept.exchanges.get_mut(number)?.progress;
            let is_own = progress.answer.as_ref().is_some_and(|stored| stored.run == row.run);
            let is_allowed = !progress.has_ended()
                && match over {
                    Over::Own => is_own,
                    Over::ExactlyOrOwn(over) => is_own || progress.answer.as_ref() == over,
                    Over::Exactly(over) => progress.answer.as_ref() == over,
                };
            if !is_allowed {
                return None;
            }
            progress.begun_at.get_or_insert(Timestamp::from_millis(row.beat.millis()));
            progress.answer = Some(row.clone());
            Some(progress.is_stopped)
        });
        written.flatten()
    }
}

impl ConversationStore for MemoryConversations {
    async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, PortError> {
        Ok(lock(&self.0).get(id).map(|kept| kept.conversation.clone()))
    }

    async fn create(&self, conversation: &Conversation) -> Result<(), WriteError> {
        let mut all = lock(&self.0);
        if all.contains_key(&conversation.id) {
            return Err(WriteError::Conflict);
        }
        let kept = Kept { conversation: conversation.clone(), exchanges: Vec::new() };
        all.insert(conversation.id.clone(), kept);
        Ok(())
    }

    async fn replace(&self, conversation: &Conversation, was: u64) -> Result<(), WriteError> {
        let replaced = self.change(&conversation.id, |kept| {
            let is_it = kept.conversation.version == was;
            if is_it {
                kept.conversation = conversation.clone();
            }
            is_it
        });
        if replaced == Some(true) { Ok(()) } else { Err(WriteError::Conflict) }
    }

    async fn ask(
        &self,
        conversation: &Conversation,
        was: u64,
        question: &Question,
    ) -> Result<(), WriteError> {
        self.replace(conversation, was).await?;
        let progress = Progress::new(question.asked_at);
        let exchange = Exchange { question: question.clone(), progress };
        self.change(&conversation.id, |kept| kept.exchanges.push(exchange));
        Ok(())
    }

    async fn end(
        &self,
        conversation: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<(), WriteError> {
        let stored = self.get(&conversation.id).await?;
        if stored.is_none_or(|stored| stored.version != was) {
            return Err(WriteError::Conflict);
        }
        self.write(&conversation.id, number, row, over).ok_or(WriteError::Conflict)?;
        self.replace(conversation, was).await
    }

    async fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> Result<Vec<Exchange>, PortError> {
        let all = lock(&self.0).get(id).map(|kept| kept.exchanges.clone()).unwrap_or_default();
        Ok(all.into_iter().take(to).skip(from).take(PAGE).collect())
    }

    async fn progress(&self, id: &ConversationId, number: usize) -> Result<Option<Progress>, PortError> {
        let progress = self.change(id, |kept| kept.exchanges.get(number).map(|one| one.progress.clone()));
        Ok(progress.flatten())
    }

    async fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<bool, PortError> {
        Ok(self.write(id, number, row, over).is_some())
    }

    async fn write_partial(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> Result<PartialWriteResult, PortError> {
        let written = self.write(id, number, row, Over::Own);
        Ok(written
            .map_or(PartialWriteResult::Superseded, |is_stopped| PartialWriteResult::Stored { is_stopped }))
    }

    async fn stop(&self, id: &ConversationId, number: usize) -> Result<bool, PortError> {
        let stopped = self.change(id, |kept| {
            kept.exchanges.get_mut(number).map(|one| one.progress.is_stopped = true).is_some()
        });
        Ok(stopped == Some(true))
    }

    async fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Conversation>, PortError> {
        let place = |one: &Conversation| format!("{}#{}", String::from(one.updated_at), one.id);
        let kept = self.kept().into_iter().map(|(one, _)| one);
        let mut found: Vec<_> = kept
            .filter(|one| one.owner == *owner && page.span.contains(&String::from(one.updated_at)))
            .map(|one| (place(&one), one))
            .collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        if page.is_newest_first {
            found.reverse();
        }
        if let Some(after) = &page.after {
            found.retain(|(place, _)| if page.is_newest_first { place < after } else { place > after });
        }
        let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let is_more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| is_more).map(|(place, _)| place.clone());
        Ok(RowPage { rows: found.into_iter().map(|(_, one)| one).collect(), next })
    }

    async fn ids_of_owner(&self, owner: &OwnerId) -> Result<Vec<ConversationId>, PortError> {
        let kept = self.kept().into_iter().map(|(one, _)| one);
        Ok(kept.filter(|one| one.owner == *owner).map(|one| one.id).collect())
    }

    async fn erase(&self, id: &ConversationId) -> Result<(), PortError> {
        lock(&self.0).remove(id);
        Ok(())
    }
}

impl account::Conversations for MemoryConversations {
    async fn forget(&self, owner: &OwnerId, now: Timestamp) -> Result<(), PortError> {
        app::conversations::forget(self, owner, now).await
    }
}

impl ConversationCharges for MemoryConversations {
    async fn charge(&self, conversation: &str, now: Timestamp) -> Result<Option<Charge>, PortError> {
        app::conversations::charge_of(self, conversation, now).await
    }
}

/// [`PartPublisher`] that records its parts.
#[derive(Debug, Default)]
pub struct MemoryParts(Mutex<Vec<(OwnerId, Part)>>);

impl MemoryParts {
    /// Published parts in order.
    #[must_use]
    pub fn published(&self) -> Vec<(OwnerId, Part)> {
        lock(&self.0).clone()
    }
}

impl PartPublisher for MemoryParts {
    async fn publish(&self, owner: &OwnerId, part: &Part) -> Result<(), PortError> {
        lock(&self.0).push((owner.clone(), part.clone()));
        Ok(())
    }
}

/// [`AgentStarter`] that records its starts and can be made to fail.
#[derive(Debug, Default)]
pub struct MemoryStarter {
    started: Mutex<Vec<(ConversationId, QuestionId)>>,
    is_broken: Mutex<bool>,
}

impl MemoryStarter {
    /// Recorded starts in order.
    #[must_use]
    pub fn started(&self) -> Vec<(ConversationId, QuestionId)> {
        lock(&self.started).clone()
    }

    /// Drops the recorded starts.
    pub fn forget(&self) {
        lock(&self.started).clear();
    }

    /// Makes starts fail or succeed.
    pub fn set_broken(&self, is_broken: bool) {
        *lock(&self.is_broken) = is_broken;
    }
}

impl AgentStarter for MemoryStarter {
    async fn start(&self, conversation: &ConversationId, question: &QuestionId) -> Result<(), PortError> {
        if *lock(&self.is_broken) {
            return Err(PortError::Busy("no function answers".to_owned()));
        }
        lock(&self.started).push((conversation.clone(), question.clone()));
        Ok(())
    }
}

/// Creates a conversation id; panics if malformed.
#[must_use]
pub fn conversation_id(text: &str) -> ConversationId {
    ConversationId::parse(text).expect("an id")
}

/// Creates a question id; panics if malformed.
#[must_use]
pub fn question_id(text: &str) -> QuestionId {
    QuestionId::parse(text).expect("an id")
}

/// Creates a question of these blocks.
#[must_use]
pub fn asked(
    conversation: &ConversationId,
    question: &QuestionId,
    content: Vec<agent::Block>,
    at: Timestamp,
) -> Question {
    let message = Message {
        id: question.message(),
        conversation_id: conversation.clone(),
        associated_user_message_id: None,
        role: Role::User,
        content,
        ai_context: None,
        tool_configuration: None,
    };
    Question { message, asked_at: at }
}
