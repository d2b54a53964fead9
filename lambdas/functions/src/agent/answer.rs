//! Answers one question of a conversation.

mod answering;

use crate::agent::model::{Assistant, MonotonicClock, new_run};
use crate::runtime::Subject;
use agent::{ConversationId, Credit, Failure, Outcome, QuestionId};
use app::AppError;
use aws::{AppSyncPublisher, Clients, DynamoConversations, DynamoRecipes};
use serde::{Deserialize, Serialize};

use answering::Ports;

/// The question to answer, by ids only.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    conversation_id: ConversationId,
    message_id: QuestionId,
}

impl Subject for Question {
    fn subject(&self) -> String {
        self.conversation_id.to_string()
    }
}

/// Outcome of the answer, such as `{"outcome": "FINISHED"}`; only for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    outcome: &'static str,
}

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |question| function.handle(question)).await
}

/// State shared by invocations.
pub struct Function {
    assistant: Assistant,
    conversations: DynamoConversations,
    recipes: DynamoRecipes,
    publisher: AppSyncPublisher,
}

impl Function {
    /// Reads `CONVERSATIONS_TABLE`, `TABLE_NAME`, `GRAPHQL_ENDPOINT` and the settings of [`Assistant`].
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("CONVERSATIONS_TABLE")?;
        Ok(Self {
            assistant: Assistant::required_from_env(&clients)?,
            conversations: DynamoConversations::new(clients.dynamodb(), table),
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            publisher: AppSyncPublisher::new(&clients, crate::runtime::required("GRAPHQL_ENDPOINT")?)?,
        })
    }

    /// Answers one question. After an error Lambda retries.
    pub async fn handle(&self, question: Question) -> Result<Answered, AppError> {
        let run = new_run()?;
        let model = self.assistant.paid();
        let ports = Ports {
            model,
            conversations: &self.conversations,
            recipes: &self.recipes,
            publisher: &self.publisher,
        };
        let clock = MonotonicClock::starting_at(crate::runtime::now());
        let ended = ports.answer(&question.conversation_id, &question.message_id, &run, &clock).await?;
        let outcome = name(ended.outcome);
        let credit = match ended.credit {
            Credit::Settle => "used",
            Credit::GiveBack => "given back",
            Credit::Keep => "kept",
        };
        let used = ended.used;
        tracing::info!(
            outcome,
            credit,
            rounds = used.rounds,
            input_tokens = used.usage.input_tokens,
            output_tokens = used.usage.output_tokens,
            first_word_ms = used.first_word.and_then(|time| u64::try_from(time.as_millis()).ok()),
            micro_dollars = model.price.micros(used.usage),
            "answered"
        );
        Ok(Answered { outcome })
    }
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "FINISHED",
        Outcome::Stopped { .. } => "STOPPED",
        Outcome::Failed(failure) => Failure::code(failure),
        Outcome::Superseded => "SUPERSEDED",
    }
}
