//! A turn: a model with tools answers one question, within limits.
//!
//! A turn may run twice, and may die at any point. A second run yields to a live lease. After a dead run it
//! retries if nothing was published, else it fails the abandoned answer.

mod answer_writer;
mod lease;
mod listen;
mod rounds;
mod store;

use recipe::Language;
use recipe::language::detect;
use zest_core::PortError;

use crate::answer::Answer;
use crate::claims::{claims_freedom, label_sentence};
use crate::clock::Clock;
use crate::figures::mark;
use crate::ids::{QuestionId, RunId};
use crate::library::RecipeLibrary;
use crate::limits::Limits;
use crate::message::{Block, Message, Role};
use crate::model::Model;
use crate::outcome::{Credit, Failure, Outcome};
use crate::part::StopReason;
use crate::tools::ToolRunner;
use crate::validation::Context;
use answer_writer::{AnswerWriter, Ending, TurnError};
use lease::{LeaseDecision, begin};
use rounds::{RoundResult, Rounds};

pub use store::{Budget, Row, Thread, Transcripts, WriteOutcome};

/// Ports of a turn.
#[derive(Debug)]
pub struct Ports<'p, M, K, T, P, C> {
    /// Language model.
    pub model: &'p M,
    /// Recipes of the conversation's owner.
    pub library: &'p K,
    /// Conversation store of that owner.
    pub transcripts: &'p T,
    /// Daily budget of that owner.
    pub budget: &'p P,
    /// Current time.
    pub clock: &'p C,
}

/// Result of a turn. Runs after its end return the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Outcome of the turn.
    pub outcome: Outcome,
    /// Action on the credit; idempotent.
    pub credit: Credit,
}

/// Answers one question: calls the model, runs tools and streams the answer.
///
/// # Errors
/// [`PortError`] if the store fails; the caller may retry.
pub async fn answer<M, K, T, P, C>(
    ports: &Ports<'_, M, K, T, P, C>,
    limits: &Limits,
    question: &QuestionId,
    run: &RunId,
) -> Result<Ended, PortError>
where
    M: Model,
    K: RecipeLibrary,
    T: Transcripts,
    P: Budget,
    C: Clock,
{
    let superseded = Ended { outcome: Outcome::Superseded, credit: Credit::Keep };
    let Some(thread) = ports.transcripts.thread(question).await? else { return Ok(superseded) };
    let Some(asked) = thread.messages.last().filter(|asked| asked.role == Role::User) else {
        return Ok(superseded);
    };
    let ended = |outcome: Outcome| Ended { outcome, credit: outcome.credit(thread.answered) };
    let now = ports.clock.now();
    let begun = begin(thread.answer.as_ref(), run, now, limits.lease);
    let attempt = match begun {
        LeaseDecision::GiveWay => return Ok(superseded),
        LeaseDecision::Ended(outcome) => return Ok(ended(outcome)),
        LeaseDecision::Start(attempt) => attempt,
        LeaseDecision::FailAbandoned => thread.answer.as_ref().map_or(1, |row| row.attempt),
    };
    let earlier = thread.answer.as_ref().map(|row| row.answer.clone());
    let answer = earlier.unwrap_or_else(|| Answer::new(asked.conversation_id.clone(), question.clone()));
    let row = Row { answer, run: run.clone(), beat: now, attempt, ended: None };
    if !ports.transcripts.take(&row, thread.answer.as_ref()).await? {
        return Ok(superseded);
    }
    let writer = AnswerWriter::new(ports.transcripts, ports.clock, limits, row);
    let context = Context::of(asked.ai_context.as_ref());
    let language = context.language.or_else(|| language_of(asked)).unwrap_or(Language::En);
    if begun == LeaseDecision::FailAbandoned {
        let outcome = Outcome::Failed(Failure::Died);
        let outcome = writer.end(outcome, Ending::Errors(Failure::Died.error(language))).await?;
        return Ok(ended(outcome));
    }
    let tools = ToolRunner::new(ports.library, context.recipe_id, language);
    let mut rounds = Rounds { ports, limits, thread: &thread, run, language, tools, writer };
    let result = rounds.all().await;
    let Rounds { tools, writer, .. } = rounds;
    Ok(ended(close(result, &tools, writer, question, language).await?))
}

fn language_of(asked: &Message) -> Option<Language> {
    let texts: Vec<&str> = asked.texts().collect();
    detect(&texts.join("\n")).and_then(|detected| detected.language)
}

async fn close<K: RecipeLibrary, T: Transcripts, C: Clock>(
    result: Result<RoundResult, TurnError>,
    tools: &ToolRunner<'_, K>,
    mut writer: AnswerWriter<'_, T, C>,
    question: &QuestionId,
    language: Language,
) -> Result<Outcome, PortError> {
    let cut = match result {
        Err(TurnError::Superseded) => return Ok(Outcome::Superseded),
        Err(TurnError::Store(error)) => return Err(error),
        Ok(result) => Ok(result),
        Err(TurnError::Stopped) => Err(None),
        Err(TurnError::Failed(failure)) => Err(Some(failure)),
    };
    writer.end_block();
    let has_text = writer.answer().has_content();
    if let Some(sentence) = remark(writer.answer(), tools, language) {
        writer.paragraph(&sentence);
    }
    match cut {
        Err(None) => writer.end(Outcome::Stopped { has_text }, Ending::Stop(StopReason::Stopped)).await,
        Err(Some(failure)) => {
            writer.end(Outcome::Failed(failure), Ending::Errors(failure.error(language))).await
        }
        Ok(RoundResult { is_cut_off, client_tools }) => {
            let proposals = tools.proposals(question);
            let waits = !proposals.is_empty() || !client_tools.is_empty();
            if !waits && !has_text {
                let failure = Failure::Nonsense;
                return writer.end(Outcome::Failed(failure), Ending::Errors(failure.error(language))).await;
            }
            proposals.into_iter().chain(client_tools).for_each(|tool_use| writer.tool_use(tool_use));
            let reason = match (waits, is_cut_off) {
                (true, _) => StopReason::ToolUse,
                (false, true) => StopReason::MaxTokens,
                (false, false) => StopReason::EndTurn,
            };
            writer.end(Outcome::Finished, Ending::Stop(reason)).await
        }
    }
}

/// The notice about unsourced figures and allergen claims, if any.
fn remark<K: RecipeLibrary>(
    answer: &Answer,
    tools: &ToolRunner<'_, K>,
    language: Language,
) -> Option<String> {
    let content = answer.content();
    let texts: Vec<&str> = content
        .iter()
        .filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let text = texts.join("\n");
    let unknown = tools.known().unknown(&text, Some(language));
    let figures = (!unknown.is_empty()).then(|| mark(&unknown, language));
    let claims = claims_freedom(&text).then(|| label_sentence(language).to_owned());
    let sentences: Vec<String> = figures.into_iter().chain(claims).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
