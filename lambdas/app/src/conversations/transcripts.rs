use std::sync::OnceLock;

use crate::OwnerId;
use crate::error::WriteError;
use agent::{ConversationId, Outcome, Part, QuestionId, Row, Thread, Transcripts, WriteOutcome};
use futures_util::future::try_join_all;
use zest_core::{PortError, Timestamp};

use crate::conversations::cook::TRIES;
use crate::conversations::model::{Conversation, Exchange};
use crate::conversations::publish::PartPublisher;
use crate::conversations::store::{ConversationStore, Over, PartialWriteResult};

/// [`Transcripts`] of one conversation, over a store and a publisher.
#[derive(Debug)]
pub struct StoredTranscripts<'a, Store, Publisher> {
    store: &'a Store,
    publisher: &'a Publisher,
    id: ConversationId,
    question: OnceLock<Asked>,
}

#[derive(Clone, Debug)]
struct Asked {
    question: QuestionId,
    number: usize,
    owner: OwnerId,
}

impl<'a, Store: ConversationStore, Publisher: PartPublisher> StoredTranscripts<'a, Store, Publisher> {
    /// Creates the access to the conversation `id`.
    #[must_use]
    pub fn new(store: &'a Store, publisher: &'a Publisher, id: ConversationId) -> Self {
        Self { store, publisher, id, question: OnceLock::new() }
    }

    async fn conversation(&self) -> Result<Option<Conversation>, PortError> {
        let found = self.store.get(&self.id).await.map_err(store_error)?;
        Ok(found.filter(|found| !found.is_deleted))
    }

    async fn found(&self, question: &QuestionId) -> Result<Option<Asked>, PortError> {
        let Some(found) = self.conversation().await? else { return Ok(None) };
        let Some(number) = found.number_of(question) else { return Ok(None) };
        Ok(Some(Asked { question: question.clone(), number, owner: found.owner }))
    }

    async fn asked(&self, question: &QuestionId) -> Result<Option<Asked>, PortError> {
        if let Some(asked) = self.question.get().filter(|asked| asked.question == *question) {
            return Ok(Some(asked.clone()));
        }
        let Some(asked) = self.found(question).await? else { return Ok(None) };
        // Concurrent lookups return the same result.
        self.question.get_or_init(|| asked.clone());
        Ok(Some(asked))
    }

    async fn all_up_to(&self, number: usize) -> Result<Vec<Exchange>, PortError> {
        let mut all: Vec<Exchange> = Vec::new();
        while all.len() <= number {
            let more = self.store.exchanges(&self.id, all.len(), number + 1).await.map_err(store_error)?;
            if more.is_empty() {
                break;
            }
            all.extend(more);
        }
        Ok(all)
    }

    /// Ends answer, turn and charge in one write. Succeeds if this run has already written it.
    async fn end(&self, number: usize, row: &Row, outcome: Outcome) -> Result<PartialWriteResult, PortError> {
        for _ in 0..TRIES {
            let Some(found) = self.conversation().await? else { return Ok(PartialWriteResult::Superseded) };
            let mut after = found.changed(Timestamp::from_millis(row.beat.millis()));
            after.end_turn(outcome);
            match self.store.end(&after, found.version, number, row, Over::Own).await {
                Ok(()) => return Ok(PartialWriteResult::Stored { is_stopped: false }),
                Err(WriteError::Conflict) => {}
                Err(WriteError::Ended) => {
                    return Err(PortError::Broken("a conversation's owner".to_owned()));
                }
                Err(WriteError::Port(error)) => return Err(store_error(error)),
            }
            let progress = self.store.progress(&self.id, number).await.map_err(store_error)?;
            let Some(stored) = progress.and_then(|progress| progress.answer) else {
                return Ok(PartialWriteResult::Superseded);
            };
            if stored.run != row.run {
                return Ok(PartialWriteResult::Superseded);
            }
            if stored.ended.is_some() {
                let is_this = stored.ended == row.ended;
                return Ok(if is_this {
                    PartialWriteResult::Stored { is_stopped: false }
                } else {
                    PartialWriteResult::Superseded
                });
            }
        }
        Err(PortError::Busy("somebody else was faster each time".to_owned()))
    }
}

fn store_error(error: PortError) -> PortError {
    match error {
        PortError::Busy(detail) => PortError::Busy(detail),
        PortError::Broken(detail) | PortError::Unreadable(detail) => PortError::Broken(detail),
    }
}

impl<Store: ConversationStore, Publisher: PartPublisher> Transcripts
    for StoredTranscripts<'_, Store, Publisher>
{
    async fn thread(&self, question: &QuestionId) -> Result<Option<Thread>, PortError> {
        let Some(Asked { number, .. }) = self.found(question).await? else { return Ok(None) };
        let mut before = self.all_up_to(number).await?;
        let Some(last) = before.pop().filter(|_| before.len() == number) else { return Ok(None) };
        let (mut messages, mut answered) = (Vec::new(), 0);
        for Exchange { question, progress } in before {
            messages.push(question.message);
            if let Some(row) = progress.answer {
                answered += u32::from(row.ended.is_some_and(Outcome::counts_as_turn));
                messages.extend(Some(row.answer.message()).filter(|_| row.answer.has_content()));
            }
        }
        messages.push(last.question.message);
        Ok(Some(Thread { messages, answered, answer: last.progress.answer }))
    }

    async fn take(&self, row: &Row, over: Option<&Row>) -> Result<bool, PortError> {
        let Some(asked) = self.asked(row.answer.question()).await? else { return Ok(false) };
        let taken = self.store.take(&self.id, asked.number, row, Over::ExactlyOrOwn(over)).await;
        taken.map_err(store_error)
    }

    async fn publish(&self, row: &Row, parts: &[Part]) -> Result<WriteOutcome, PortError> {
        let Some(asked) = self.asked(row.answer.question()).await? else {
            return Ok(WriteOutcome::LeaseLost);
        };
        let written = match row.ended {
            None => self.store.write_partial(&self.id, asked.number, row).await.map_err(store_error)?,
            Some(outcome) => self.end(asked.number, row, outcome).await?,
        };
        let PartialWriteResult::Stored { is_stopped } = written else { return Ok(WriteOutcome::LeaseLost) };
        // Unpublished parts are published with the next write, so a part may arrive twice.
        let publications = parts.iter().map(|part| self.publisher.publish(&asked.owner, part));
        try_join_all(publications).await.map_err(store_error)?;
        Ok(if is_stopped { WriteOutcome::Cancelled } else { WriteOutcome::Continue })
    }
}
