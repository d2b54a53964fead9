//! Questions: stores them, holds credits and starts `fn-agent`.

use std::future::Future;

use crate::error::WriteError;
use crate::holds::{self, Credits};
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::model::CreditState;
use crate::owners::Owners;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::{AppError, Caller};
use agent::{ConversationId, Message, QuestionId, Role};
use serde_json::Value;
use zest_core::{PortError, Timestamp};

use crate::conversations::MAX_ATTACHED_BYTES;
use crate::conversations::abandoned_answers::fail_abandoned_answer;
use crate::conversations::cook::{Cook, TRIES, failed};
use crate::conversations::error::Error;
use crate::conversations::input::{Checked, SendMessage};
use crate::conversations::model::{Conversation, Payment, Question};
use crate::conversations::store::ConversationStore;
use crate::conversations::view::question_view;

/// Port that starts the agent.
pub trait AgentStarter: Send + Sync {
    /// Starts a run for a question. Starting it twice is harmless.
    fn start(
        &self,
        conversation: &ConversationId,
        question: &QuestionId,
    ) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Ports and settings of [`send`].
#[derive(Debug)]
pub struct SendPorts<'a, Store, Names, Counts, Ledger, Starter> {
    /// Conversations.
    pub store: &'a Store,
    /// Owner states and linked identities.
    pub owners: &'a Names,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits; `None` for no limits and no credits.
    pub limits: Option<UseLimits>,
    /// Ledger, which holds the credit of the first question.
    pub ledger: &'a Ledger,
    /// Agent starter; `None` if no model is configured.
    pub starter: Option<&'a Starter>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Stores a question and starts the agent. A repeated id returns the stored question, and restarts the agent
/// unless the answer has ended. `fresh` is the id if the input has none.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::Answering`]; [`Error::TurnsUsedUp`]; [`Error::Off`]; [`Error::Refused`];
/// [`Error::Malformed`]; [`Error::TooMuchAttached`]; [`AppError::NoCredits`]; [`AppError::LimitReached`]; the
/// starter's error (the question is stored).
pub async fn send(
    ports: &SendPorts<
        '_,
        impl ConversationStore,
        impl Owners,
        impl Counters,
        impl Credits,
        impl AgentStarter,
    >,
    caller: Caller,
    input: SendMessage,
    fresh: &str,
    now: Timestamp,
) -> Result<Value, Error> {
    let cook = Cook::new(caller)?;
    let conversation_id = ConversationId::parse(&input.conversation_id)?;
    let id = QuestionId::parse(input.id.as_deref().unwrap_or(fresh))?;
    let Checked { content, context, tools } = input.checked()?;
    let message = Message {
        id: id.message(),
        conversation_id: conversation_id.clone(),
        associated_user_message_id: None,
        role: Role::User,
        content,
        ai_context: context,
        tool_configuration: tools,
    };
    let question = Question { message, asked_at: now };
    let mut admitted = None;
    for _ in 0..TRIES {
        let found = cook.own(ports.store, ports.owners, &conversation_id, now).await?;
        let starter = ports.starter.ok_or(Error::Off)?;
        if let Some(number) = found.number_of(&id) {
            return repeat_question(ports.store, starter, &found, (number, &id)).await;
        }
        if !ensure_last_answer_ended(ports.store, &found, now).await? {
            continue;
        }
        if found.turns_left() == 0 {
            return Err(Error::TurnsUsedUp);
        }
        let mut after = found.changed(now);
        after.attached_bytes = after.attached_bytes.saturating_add(question.attached_bytes());
        if after.attached_bytes > MAX_ATTACHED_BYTES {
            return Err(Error::TooMuchAttached);
        }
        if is_unpaid(&found) {
            let (payment, holds) = match admitted.take() {
                Some(admitted) => admitted,
                None => admit(ports, &cook, &found, now).await?,
            };
            admitted = Some((payment.clone(), holds));
            (after.payment, after.holds) = (payment, holds);
        }
        after.questions.push(id.clone());
        match ports.store.ask(&after, found.version, &question).await {
            Ok(()) => {
                starter.start(&conversation_id, &id).await?;
                return Ok(question_view(&question.message, now, &after.owner)?);
            }
            Err(WriteError::Conflict) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(AppError::Busy.into())
}

async fn repeat_question(
    store: &impl ConversationStore,
    starter: &impl AgentStarter,
    found: &Conversation,
    (number, id): (usize, &QuestionId),
) -> Result<Value, Error> {
    let exchanges = store.exchanges(&found.id, number, number + 1).await?;
    let exchange = exchanges.first().ok_or(Error::NotFound)?;
    if !exchange.progress.has_ended() {
        starter.start(&found.id, id).await?;
    }
    Ok(question_view(&exchange.question.message, exchange.question.asked_at, &found.owner)?)
}

/// Marks an abandoned answer as failed; returns false if the conversation must then be read again.
async fn ensure_last_answer_ended(
    store: &impl ConversationStore,
    found: &Conversation,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(last) = found.questions.last() else { return Ok(true) };
    let number = found.questions.len() - 1;
    let progress = store.progress(&found.id, number).await?.ok_or(Error::NotFound)?;
    if progress.has_ended() {
        return Ok(true);
    }
    if progress.is_alive(now) {
        return Err(Error::Answering);
    }
    fail_abandoned_answer(store, found, (number, last), &progress, now).await?;
    Ok(false)
}

fn is_unpaid(found: &Conversation) -> bool {
    match &found.payment {
        Payment::Open => true,
        Payment::Free => false,
        Payment::Charged(charge) => charge.state == CreditState::GivenBack,
    }
}

/// Pays for a question of an unpaid conversation; returns the payment and the number of the last hold.
async fn admit(
    ports: &SendPorts<
        '_,
        impl ConversationStore,
        impl Owners,
        impl Counters,
        impl Credits,
        impl AgentStarter,
    >,
    cook: &Cook,
    found: &Conversation,
    now: Timestamp,
) -> Result<(Payment, u32), Error> {
    let Some(limits) = ports.limits else { return Ok((Payment::Free, found.holds)) };
    if let Some(member) = cook.caller.member() {
        let (id, number) = (found.id.as_str(), found.holds.saturating_add(1));
        let (charge, number) = holds::hold_for_conversation(ports.ledger, member, id, number, now).await?;
        return Ok((Payment::Charged(charge), number));
    }
    let SendPorts { counters, ring, source, .. } = *ports;
    limits::spend(limits, counters, ring, CountedUse::Conversation, &cook.caller, source, now).await?;
    Ok((Payment::Free, found.holds))
}

/// Stops an answer and returns its question. Marks an abandoned answer as failed.
///
/// # Errors
/// [`Error::NotFound`] if missing or another owner's.
pub async fn stop(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    (conversation, id): (&str, &str),
    now: Timestamp,
) -> Result<Value, Error> {
    let cook = Cook::new(caller)?;
    let (conversation, id) = (ConversationId::parse(conversation)?, QuestionId::parse(id)?);
    for _ in 0..TRIES {
        let found = cook.own(store, owners, &conversation, now).await?;
        let number = found.number_of(&id).ok_or(Error::NotFound)?;
        if !store.stop(&conversation, number).await? {
            return Err(Error::NotFound);
        }
        let exchanges = store.exchanges(&conversation, number, number + 1).await?;
        let exchange = exchanges.first().ok_or(Error::NotFound)?;
        let progress = &exchange.progress;
        if progress.has_ended()
            || progress.is_alive(now)
            || fail_abandoned_answer(store, &found, (number, &id), progress, now).await?
        {
            let question = &exchange.question;
            return Ok(question_view(&question.message, question.asked_at, &found.owner)?);
        }
    }
    Err(AppError::Busy.into())
}
