//! AppSync's direct Lambda resolver for every field of Query, Mutation and Subscription: decodes the call, asks
//! `app`, encodes the answer.

mod fields;
mod identity;

use app::AppError;
use app::addresses::{DemoKitchen, Guard};
use aws::{Clients, DynamoRecipes, S3Media, StateMachines, TokenKeys};
use runtime::Subject;
use serde::Deserialize;
use serde_json::Value;

pub use identity::AppSyncIdentity;

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    machines: StateMachines,
    keys: TokenKeys,
    guard: Guard,
    publisher_role: String,
}

/// What AppSync sends to a direct Lambda resolver; the rest of it is not looked at.
#[derive(Debug, Deserialize)]
pub struct ResolverEvent {
    arguments: Value,
    identity: Option<AppSyncIdentity>,
    info: FieldInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FieldInfo {
    field_name: String,
    parent_type_name: String,
}

impl Subject for ResolverEvent {
    fn subject(&self) -> String {
        format!("{}.{}", self.info.parent_type_name, self.info.field_name)
    }
}

impl Function {
    /// Reads `TABLE_NAME`, `MEDIA_BUCKET`, `PROCESSING_ARN`, `TOKEN_SECRET`, `PUBLISHER_ROLE` and, in the local
    /// stage only, `DEMO_KITCHEN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing or malformed setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let processing = runtime::required("PROCESSING_ARN")?;
        let demo = runtime::optional("DEMO_KITCHEN").map(|base| DemoKitchen::parse(&base)).transpose();
        let demo = demo.map_err(|error| AppError::Internal(error.to_string()))?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), runtime::required("MEDIA_BUCKET")?),
            machines: StateMachines::new(clients.step_functions(), Some(processing), None),
            keys: TokenKeys::new(clients.secrets_manager(), runtime::required("TOKEN_SECRET")?),
            guard: Guard::new(demo),
            publisher_role: runtime::required("PUBLISHER_ROLE")?,
        })
    }

    /// Resolves one field.
    ///
    /// # Errors
    /// As `app` has them; AppSync turns them into the answer's `errors`.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        let caller = identity::caller(event.identity.as_ref(), &self.publisher_role);
        self.resolve(&event.info.parent_type_name, &event.info.field_name, &caller, event.arguments).await
    }
}
