//! The recipe agent API: `POST /agent/propose`, authenticated by an owner token.

mod answers;
mod ask;

use std::time::Duration;

use crate::agent::model::{Assistant, MonotonicClock, new_run};
use crate::runtime::{RestAnswer, RestError, RestRequest};
use app::AppError;
use app::limits::UseLimits;
use app::signed_token::KeyRing;
use aws::{Clients, DynamoCounters, DynamoRecipes, TokenKeys};

use ask::{Keys, Ports};

/// Limit of a store call; the model may use most of the timeout in template.yaml.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve_rest(|request| function.handle(request)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    counters: DynamoCounters,
    limits: Option<UseLimits>,
    tokens: TokenKeys,
    addresses: TokenKeys,
    /// `None` without a model.
    assistant: Option<Assistant>,
    edge_proof: Option<String>,
}

impl Function {
    /// Reads `TABLE_NAME`, `LIMITS`, `TOKEN_SECRET`, `COUNTER_SECRET`, `EDGE_PROOF` and the settings of
    /// [`Assistant`].
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(STORE_TIMEOUT).await;
        let table = crate::runtime::required("TABLE_NAME")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
            tokens: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("TOKEN_SECRET")?),
            addresses: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            assistant: Assistant::from_env(&clients)?,
            edge_proof: crate::runtime::optional("EDGE_PROOF"),
        })
    }

    /// Answers `POST /agent/propose`.
    pub async fn handle(&self, request: RestRequest) -> Result<RestAnswer, RestError> {
        match request.route() {
            ["POST", "/agent/propose"] => self.propose(&request).await,
            _ => Err(RestError::no_route()),
        }
    }

    async fn propose(&self, request: &RestRequest) -> Result<RestAnswer, RestError> {
        let clock = MonotonicClock::starting_at(crate::runtime::now());
        let ports = Ports {
            recipes: &self.recipes,
            counters: &self.counters,
            limits: self.limits,
            keys: self,
            model: self.assistant.as_ref().map(Assistant::paid),
            edge_proof: self.edge_proof.as_deref(),
        };
        ports.propose(request, &new_run()?, &clock).await
    }
}

impl Keys for Function {
    async fn ring(&self, token: &str) -> Result<KeyRing, AppError> {
        self.tokens.for_verifying(token).await
    }

    async fn of_counters(&self) -> Result<KeyRing, AppError> {
        self.addresses.for_issuing().await
    }
}
