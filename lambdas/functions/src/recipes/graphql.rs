//! Resolver of the fields without a separate function: decodes the call, calls `app`, encodes the answer.

mod counting;
mod fields;
mod limited;

use crate::runtime::ResolverEvent;
use app::addresses::{DemoKitchen, Guard};
use app::limits::UseLimits;
use app::members::Members;
use app::owners::{self, Purpose};
use app::source_address::SourceAddress;
use app::{AppError, Caller};
use aws::{
    Clients, DynamoCounters, DynamoLedger, DynamoMembers, DynamoRecipes, S3Artifacts, S3Media, S3Uploads,
    StateMachines, TokenKeys,
};
use serde_json::Value;

pub(crate) struct Call {
    pub(crate) caller: Caller,
    pub(crate) source: Option<SourceAddress>,
    pub(crate) arguments: serde_json::Value,
}

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    members: DynamoMembers,
    counters: DynamoCounters,
    ledger: DynamoLedger,
    limits: Option<UseLimits>,
    imports_under_way: u32,
    media: S3Media,
    artifacts: S3Artifacts,
    uploads: S3Uploads,
    machines: StateMachines,
    /// Signs and verifies tokens.
    keys: TokenKeys,
    /// Keys that hash counter names, shared by all functions with the same counters.
    counting: TokenKeys,
    guard: Guard,
    has_assistant: bool,
    is_production: bool,
}

impl Function {
    /// Reads `TABLE_NAME`, `PROCESSING_ARN`, `DEMO_KITCHEN`, `IMPORTS_UNDER_WAY`, `UPLOADS_ORIGIN`,
    /// `UPLOADS_BUCKET`, `LEDGER_TABLE`, `LIMITS`, `MEDIA_BUCKET`, `WORK_BUCKET`, `TOKEN_SECRET`,
    /// `COUNTER_SECRET`, `ASSISTANT` and `STAGE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        let processing = crate::runtime::required("PROCESSING_ARN")?;
        let demo = crate::runtime::optional("DEMO_KITCHEN").map(|base| DemoKitchen::parse(&base)).transpose();
        let demo = demo.map_err(|error| AppError::internal(&error))?;
        let under_way = crate::runtime::required("IMPORTS_UNDER_WAY")?.parse::<u32>();
        let origin = crate::runtime::optional("UPLOADS_ORIGIN");
        let uploads =
            S3Uploads::new(&clients, crate::runtime::required("UPLOADS_BUCKET")?, origin.as_deref());
        Ok(Self {
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table.clone()),
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
            members: DynamoMembers::new(clients.dynamodb(), table),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
            imports_under_way: under_way
                .map_err(|_| AppError::Internal("IMPORTS_UNDER_WAY is malformed".to_owned()))?,
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            machines: StateMachines::new(clients.step_functions(), Some(processing), None),
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("TOKEN_SECRET")?),
            counting: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            guard: Guard::new(demo),
            has_assistant: crate::runtime::optional("ASSISTANT").is_some(),
            is_production: crate::runtime::required("STAGE")? == "prod",
        })
    }

    /// Resolves one field.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        let purpose =
            if event.info.field_name == "issueOwnerToken" { Purpose::Token } else { Purpose::Other };
        let caller = owners::admit(&self.recipes, event.caller(), purpose).await?;
        let caller = self.with_identity(caller).await?;
        let call = Call { source: event.source(), caller, arguments: event.arguments };
        self.resolve(&event.info.parent_type_name, &event.info.field_name, call).await
    }

    /// Adds the identity of the last sign-in, because AppSync omits it in user-pool mode.
    async fn with_identity(&self, caller: Caller) -> Result<Caller, AppError> {
        match caller {
            Caller::Member { user, identity: None } => {
                let identity = self.members.identity_of(&user).await?;
                Ok(Caller::Member { user, identity })
            }
            other => Ok(other),
        }
    }
}
