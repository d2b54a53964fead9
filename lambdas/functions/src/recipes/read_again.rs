//! Resolver of `Mutation.readAgain`. A separate function, because it accesses the internet; its role is
//! minimal: read a recipe, increment a counter.

use crate::runtime::{ResolverEvent, answer, arguments};
use app::AppError;
use app::book::{self, ReadAgainPorts};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use aws::{Clients, DynamoCounters, DynamoRecipes, TokenKeys};
use fetcher::GuardedFetcher;
use serde::Deserialize;
use serde_json::Value;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    counters: DynamoCounters,
    fetcher: GuardedFetcher,
    keys: TokenKeys,
    limits: Option<UseLimits>,
}

#[derive(Deserialize)]
struct Arguments {
    id: String,
}

impl Function {
    /// Reads `TABLE_NAME`, `DEMO_KITCHEN`, `COUNTER_SECRET` and `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
        })
    }

    /// Returns the recipe as its page has it now.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        if event.info.field_name != "readAgain" {
            return Err(AppError::Internal(format!("no resolver for {}", event.info.field_name)));
        }
        let caller = owners::admit(&self.recipes, event.caller(), Purpose::Other).await?;
        // Rejects anonymous callers before the recipe is read.
        caller.may_change_own()?;
        let Arguments { id } = arguments(&event.arguments)?;
        let source = event.source();
        let ports = ReadAgainPorts {
            recipes: &self.recipes,
            web: &self.fetcher,
            counters: &self.counters,
            ring: &self.keys.for_issuing().await?,
            limits: self.limits,
            source: source.as_ref(),
        };
        answer(&book::read_again(&ports, &caller, &id, crate::runtime::now()).await?)
    }
}
