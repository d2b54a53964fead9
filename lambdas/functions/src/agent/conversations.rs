//! Resolvers of conversations. They store conversations, hold credits and start `fn-agent`. They only read
//! recipes and owners.

use crate::runtime::{Diagnostic, Fault, ResolverEvent, answer, arguments};
use app::conversations::{Error, SendMessage, SendPorts};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use app::{AppError, Caller};
use aws::{
    Clients, DynamoConversations, DynamoCounters, DynamoLedger, DynamoRecipes, LambdaAgent, TokenKeys,
    random_id,
};
use serde::Deserialize;
use serde_json::{Value, json};
use zest_core::RecipeId;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    conversations: DynamoConversations,
    counters: DynamoCounters,
    ledger: DynamoLedger,
    keys: TokenKeys,
    limits: Option<UseLimits>,
    agent: Option<LambdaAgent>,
}

#[derive(Deserialize)]
struct WithId {
    id: String,
}

#[derive(Deserialize)]
struct WithInput<Input> {
    input: Input,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfConversation {
    conversation_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfQuestion {
    conversation_id: String,
    id: String,
}

impl Function {
    /// Reads `CONVERSATIONS_TABLE`, `AGENT_FUNCTION`, `TABLE_NAME`, `LEDGER_TABLE`, `COUNTER_SECRET` and
    /// `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("CONVERSATIONS_TABLE")?;
        let agent = crate::runtime::optional("AGENT_FUNCTION").map(|name| LambdaAgent::new(&clients, &name));
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            conversations: DynamoConversations::new(clients.dynamodb(), table.clone()),
            // The counters share the table, so that the recipe table needs no write access.
            counters: DynamoCounters::new(clients.dynamodb(), table),
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
            agent: agent.transpose()?,
        })
    }

    /// Resolves one field.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, Error> {
        event.check_selection()?;
        let caller = owners::admit(&self.recipes, event.caller(), Purpose::Other).await?;
        match event.info.parent_type_name.as_str() {
            "Recipe" => self.history(caller, &event.parent).await,
            _ => self.resolve(caller, &event).await,
        }
    }

    async fn resolve(&self, caller: Caller, event: &ResolverEvent) -> Result<Value, Error> {
        let (store, recipes, now) = (&self.conversations, &self.recipes, crate::runtime::now());
        let asked = &event.arguments;
        Ok(match event.info.field_name.as_str() {
            "createConversation" => {
                let WithInput { input } = arguments(asked)?;
                let fresh = random_id()?;
                answer(&app::conversations::create(store, recipes, caller, input, &fresh, now).await?)?
            }
            "getConversation" => {
                let WithId { id } = arguments(asked)?;
                answer(&app::conversations::get(store, recipes, caller, &id, now).await?)?
            }
            "listConversations" => {
                answer(&app::conversations::list(store, recipes, caller, &arguments(asked)?, now).await?)?
            }
            "listConversationMessages" => {
                answer(&app::conversations::messages(store, recipes, caller, &arguments(asked)?, now).await?)?
            }
            "updateConversation" => {
                let WithInput { input } = arguments(asked)?;
                answer(&app::conversations::update(store, recipes, caller, input, now).await?)?
            }
            "deleteConversation" => {
                let WithId { id } = arguments(asked)?;
                let id = app::conversations::delete(store, recipes, caller, &id, now).await?;
                json!({ "id": id })
            }
            "sendMessage" => self.send(caller, event).await?,
            "stopMessage" => {
                let OfQuestion { conversation_id, id } = arguments(asked)?;
                app::conversations::stop(store, recipes, caller, (&conversation_id, &id), now).await?
            }
            "onConversationPart" => {
                let OfConversation { conversation_id } = arguments(asked)?;
                app::conversations::may_listen(store, recipes, caller, &conversation_id, now).await?;
                Value::Null
            }
            field => return Err(AppError::Internal(format!("no resolver for {field}")).into()),
        })
    }

    async fn send(&self, caller: Caller, event: &ResolverEvent) -> Result<Value, Error> {
        let input: SendMessage = arguments(&event.arguments)?;
        let (ring, fresh, source) = (self.keys.for_issuing().await?, random_id()?, event.source());
        let ports = SendPorts {
            store: &self.conversations,
            owners: &self.recipes,
            counters: &self.counters,
            ring: &ring,
            limits: self.limits,
            ledger: &self.ledger,
            starter: self.agent.as_ref(),
            source: source.as_ref(),
        };
        app::conversations::send(&ports, caller, input, &fresh, crate::runtime::now()).await
    }

    async fn history(&self, caller: Caller, recipe: &Value) -> Result<Value, Error> {
        let is_own = recipe.get("mine").and_then(Value::as_bool) == Some(true);
        let id = recipe.get("id").and_then(Value::as_str).filter(|_| is_own);
        let Some(id) = id.and_then(|id| RecipeId::parse(id).ok()) else { return Ok(Value::Null) };
        Ok(answer(&app::conversations::about_recipe(&self.conversations, caller, &id).await?)?)
    }
}

impl Fault for Error {
    fn is_fault(&self) -> bool {
        matches!(self, Self::App(error) if error.is_fault())
    }
}

/// Error for AppSync: a code and a message.
#[must_use]
pub fn failure(error: &Error) -> Diagnostic {
    match error {
        Error::App(error) => crate::runtime::graphql_failure(error),
        refused => Diagnostic {
            error_type: refused.code().unwrap_or("BadRequest").to_owned(),
            error_message: refused.to_string(),
        },
    }
}
