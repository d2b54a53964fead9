//! Resolvers of shared lists. They only read owners.

use crate::runtime::{ResolverEvent, answer, arguments};
use app::AppError;
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use app::shared_lists::{self, ChangeSharedList, CreateSharedList, Ports};
use aws::{Clients, DynamoCounters, DynamoRecipes, DynamoSharedLists, TokenKeys};
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
    lists: DynamoSharedLists,
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
    /// Reads `SHARED_LISTS_TABLE`, `TABLE_NAME`, `COUNTER_SECRET` and `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("SHARED_LISTS_TABLE")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            lists: DynamoSharedLists::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
        })
    }

    /// Resolves one field.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        let Self { recipes: owners, lists: store, counters, limits, .. } = self;
        let now = crate::runtime::now();
        let caller = &owners::admit(owners, event.caller(), Purpose::Other).await?;
        let asked = &event.arguments;
        let (source, limits) = (event.source(), *limits);
        let source = source.as_ref();
        match event.info.field_name.as_str() {
            "createSharedList" => {
                let WithInput::<CreateSharedList> { input } = arguments(asked)?;
                let ring = &self.keys.for_issuing().await?;
                let ports = Ports { store, owners, counters, ring, limits, source };
                answer(&shared_lists::create(&ports, caller, input, now).await?)
            }
            "changeSharedList" => {
                let WithInput::<ChangeSharedList> { input } = arguments(asked)?;
                let ring = &self.keys.for_issuing().await?;
                let ports = Ports { store, owners, counters, ring, limits, source };
                answer(&shared_lists::change(&ports, caller, input, now).await?)
            }
            "endSharedList" => {
                let WithId { id } = arguments(asked)?;
                answer(&shared_lists::end(store, owners, caller, &id).await?)
            }
            "getSharedList" => {
                let WithId { id } = arguments(asked)?;
                answer(&shared_lists::get(store, owners, caller, &id, now).await?)
            }
            "listSharedLists" => answer(&shared_lists::list(store, owners, caller, now).await?),
            "onSharedListChange" => {
                let WithId { id } = arguments(asked)?;
                shared_lists::may_listen(store, caller, &id, now).await?;
                Ok(Value::Null)
            }
            field => Err(AppError::Internal(format!("no resolver for {field}"))),
        }
    }
}
