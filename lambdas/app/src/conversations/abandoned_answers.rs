//! Marks abandoned answers as failed, so that they do not block conversations and credits.

use crate::AppError;
use crate::error::WriteError;
use crate::model::{Charge, CreditState};
use agent::validation::Context;
use agent::{Answer, ConversationId, Failure, Outcome, Part, PartPayload, QuestionId, Row, RunId};
use recipe::Language;
use zest_core::{PortError, Timestamp};

use crate::conversations::cook::{TRIES, failed};
use crate::conversations::error::Error;
use crate::conversations::model::{Conversation, Progress};
use crate::conversations::store::{ConversationStore, Over};

pub(crate) async fn fail_abandoned_answer(
    store: &impl ConversationStore,
    found: &Conversation,
    (number, question): (usize, &QuestionId),
    progress: &Progress,
    now: Timestamp,
) -> Result<bool, Error> {
    let asked = store.exchanges(&found.id, number, number + 1).await?;
    let context = asked.first().map(|asked| Context::of(asked.question.message.ai_context.as_ref()));
    let language = context.and_then(|context| context.language).unwrap_or(Language::En);
    let mut row = match &progress.answer {
        Some(row) => row.clone(),
        None => empty_answer_row(&found.id, question, now)?,
    };
    let died = vec![Failure::Died.error(language)];
    let (conversation, question) = (found.id.clone(), question.clone());
    row.answer.fold(&Part { conversation, question, payload: PartPayload::Errors(died) });
    let outcome = Outcome::Failed(Failure::Died);
    row.ended = Some(outcome);
    let mut after = found.changed(now);
    after.end_turn(outcome);
    match store.end(&after, found.version, number, &row, Over::Exactly(progress.answer.as_ref())).await {
        Ok(()) => Ok(true),
        Err(WriteError::Conflict) => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

fn empty_answer_row(id: &ConversationId, question: &QuestionId, now: Timestamp) -> Result<Row, Error> {
    let run = RunId::parse("nobody").map_err(|error| AppError::internal(&error))?;
    let answer = Answer::new(id.clone(), question.clone());
    Ok(Row { answer, run, beat: Timestamp::from_millis(now.millis()), attempt: 0, ended: None })
}

/// Charge of a conversation, if any. Marks an abandoned answer as failed first.
pub async fn charge_of(
    store: &impl ConversationStore,
    id: &str,
    now: Timestamp,
) -> Result<Option<Charge>, PortError> {
    let Ok(id) = ConversationId::parse(id) else { return Ok(None) };
    for _ in 0..TRIES {
        let Some(found) = store.get(&id).await?.filter(|found| !found.is_deleted) else { return Ok(None) };
        let charge = found.charge().cloned();
        let is_held = charge.as_ref().is_some_and(|charge| charge.state == CreditState::Held);
        let (Some(question), true) = (found.questions.last(), is_held) else { return Ok(charge) };
        let number = found.questions.len() - 1;
        let Some(progress) = store.progress(&id, number).await? else { return Ok(charge) };
        if progress.has_ended() || progress.is_alive(now) {
            return Ok(charge);
        }
        match fail_abandoned_answer(store, &found, (number, question), &progress, now).await {
            Ok(_) => {}
            Err(Error::App(AppError::Busy)) => return Err(PortError::Busy("conversation".to_owned())),
            Err(error) => return Err(PortError::Broken(error.to_string())),
        }
    }
    Err(PortError::Busy("conversation".to_owned()))
}
