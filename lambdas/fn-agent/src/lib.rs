//! One question of a conversation, from its ids to the end of its answer.

mod answering;
mod clock;

use agent::{ConversationId, Credit, Failure, Outcome, QuestionId, RunId};
use app::AppError;
use aws::{AppSyncPublisher, Clients, DynamoConversations, DynamoRecipes, DynamoSpending, random_id};
use bedrock::{Bedrock, Price};
use runtime::Subject;
use serde::{Deserialize, Serialize};

use answering::Ports;
use clock::EvenClock;

/// The question that is to be answered. Whoever starts the function says ids and nothing else.
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

/// How the answer has ended: `{"outcome": "FINISHED"}`, and so on. Nobody waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    outcome: &'static str,
}

/// What the function holds between invocations.
pub struct Function {
    model: Bedrock,
    price: Price,
    conversations: DynamoConversations,
    recipes: DynamoRecipes,
    spending: DynamoSpending,
    cents: u32,
    publisher: AppSyncPublisher,
}

impl Function {
    /// Reads `CONVERSATIONS_TABLE`, `TABLE_NAME`, `BEDROCK_MODEL_ID`, `MODEL_PRICE`, `DAY_BUDGET` (US cents for a person) and
    /// `GRAPHQL_ENDPOINT`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let model_id = runtime::required("BEDROCK_MODEL_ID")?;
        let price = Price::of(&model_id, runtime::optional("MODEL_PRICE").as_deref());
        let price = price.map_err(|error| AppError::Internal(format!("MODEL_PRICE: {error}")))?;
        let cents = runtime::required("DAY_BUDGET")?
            .parse()
            .map_err(|_| AppError::Internal("DAY_BUDGET is no whole number of US cents".to_owned()))?;
        let table = runtime::required("CONVERSATIONS_TABLE")?;
        Ok(Self {
            model: Bedrock::new(clients.config(), model_id),
            price,
            spending: DynamoSpending::new(clients.dynamodb(), table.clone()),
            cents,
            conversations: DynamoConversations::new(clients.dynamodb(), table),
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            publisher: AppSyncPublisher::new(&clients, runtime::required("GRAPHQL_ENDPOINT")?)?,
        })
    }

    /// Answers one question.
    ///
    /// # Errors
    /// [`AppError`] where nothing can be read or written: the platform then starts the function again, some time later.
    pub async fn handle(&self, question: Question) -> Result<Answered, AppError> {
        let now = runtime::now();
        let run = random_id()
            .and_then(|id| RunId::parse(&id).map_err(|error| AppError::Internal(error.to_string())))?;
        let ports = Ports {
            model: &self.model,
            price: self.price,
            conversations: &self.conversations,
            recipes: &self.recipes,
            spending: &self.spending,
            cents: self.cents,
            publisher: &self.publisher,
        };
        let clock = EvenClock::starting_at(now);
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
            micro_dollars = self.price.micros(used.usage),
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
