//! Resolvers of feedback. They only read recipes and owners.

use crate::runtime::{ResolverEvent, answer, arguments};
use app::AppError;
use app::feedback::{self, CreatePorts, FeedbackCaller};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use aws::{Clients, DynamoCounters, DynamoFeedback, DynamoRecipes, TokenKeys};
use serde::Deserialize;
use serde_json::{Value, json};

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    feedback: DynamoFeedback,
    counters: DynamoCounters,
    keys: TokenKeys,
    limits: Option<UseLimits>,
}

#[derive(Deserialize)]
struct WithId {
    id: String,
}

#[derive(Deserialize)]
struct WithInput<Input> {
    input: Input,
}

impl Function {
    /// Reads `FEEDBACK_TABLE`, `TABLE_NAME`, `COUNTER_SECRET` and `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("FEEDBACK_TABLE")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            feedback: DynamoFeedback::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
        })
    }

    /// Resolves one field.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        let (store, recipes, now) = (&self.feedback, &self.recipes, crate::runtime::now());
        let caller = owners::admit(recipes, event.caller(), Purpose::Other).await?;
        let asker = &FeedbackCaller::new(caller, &event.groups());
        let asked = &event.arguments;
        match event.info.field_name.as_str() {
            "createFeedback" => {
                let (WithInput { input }, source) = (arguments(asked)?, event.source());
                let ring = &self.keys.for_issuing().await?;
                let (counters, limits, source) = (&self.counters, self.limits, source.as_ref());
                let ports = CreatePorts { store, recipes, counters, ring, limits, source };
                answer(&feedback::create(&ports, asker, input, now).await?)
            }
            "getFeedback" => {
                let WithId { id } = arguments(asked)?;
                answer(&feedback::get(store, recipes, asker, &id).await?)
            }
            "listFeedbacks" => answer(&feedback::list(store, recipes, asker, &arguments(asked)?).await?),
            "updateFeedback" => {
                let WithInput { input } = arguments(asked)?;
                answer(&feedback::update(store, recipes, asker, input, now).await?)
            }
            "deleteFeedback" => {
                let WithId { id } = arguments(asked)?;
                let id = feedback::delete(store, recipes, asker, &id).await?;
                Ok(json!({ "id": id }))
            }
            field => Err(AppError::Internal(format!("no resolver for {field}"))),
        }
    }
}
