//! AppSync's direct Lambda resolver for `Mutation.readAgain`. It fetches what users submit from the open internet, which no
//! other field does, so it is a function of its own, and its role may do next to nothing: read a recipe, raise a counter.

use crate::runtime::{ResolverEvent, answer, arguments};
use app::AppError;
use app::book::{self, ReadAgainPorts};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use aws::{Clients, DynamoCounters, DynamoRecipes, TokenKeys};
use fetcher::GuardedFetcher;
use serde::Deserialize;
use serde_json::Value;

/// What the function holds between invocations.
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
    /// Reads `TABLE_NAME`, `ADDRESS_SECRET`, `LIMITS` and, in the local stage only, `DEMO_KITCHEN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing or malformed setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("ADDRESS_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
        })
    }

    /// Answers what the page of a recipe says now.
    ///
    /// # Errors
    /// As `app` has them; AppSync turns them into the answer's `errors`.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        if event.info.field_name != "readAgain" {
            return Err(AppError::Internal(format!("no resolver for {}", event.info.field_name)));
        }
        let caller = owners::admit(&self.recipes, event.caller(None), Purpose::Other).await?;
        // Whoever proves nothing has nothing looked up.
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
