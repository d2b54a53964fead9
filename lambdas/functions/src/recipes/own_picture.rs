//! Resolver of `Mutation.setRecipePicture`. A separate function, because decoding images needs memory and is
//! risky.

use crate::runtime::{ResolverEvent, answer, arguments};
use app::AppError;
use app::book::{self, PicturePorts, SetPicture};
use app::limits::UseLimits;
use app::owners::{self, Purpose};
use aws::{Clients, DynamoCounters, DynamoRecipes, S3Media, S3Uploads, TokenKeys};
use serde_json::Value;
use upload_sandbox::ProcessOpener;

/// Runs the function until Lambda ends it, or a child that opens one file.
pub fn start() -> crate::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::graphql_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    counters: DynamoCounters,
    uploads: S3Uploads,
    media: S3Media,
    painter: ProcessOpener,
    keys: TokenKeys,
    limits: Option<UseLimits>,
}

impl Function {
    /// Reads `TABLE_NAME`, `UPLOADS_BUCKET`, `MEDIA_BUCKET`, `COUNTER_SECRET` and `LIMITS`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let table = crate::runtime::required("TABLE_NAME")?;
        let uploads = S3Uploads::new(&clients, crate::runtime::required("UPLOADS_BUCKET")?, None);
        let painter = ProcessOpener::of_this_program().map_err(|error| AppError::internal(&error))?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), table.clone()),
            counters: DynamoCounters::new(clients.dynamodb(), table),
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            painter,
            keys: TokenKeys::new(clients.secrets_manager(), crate::runtime::required("COUNTER_SECRET")?),
            limits: UseLimits::parse(&crate::runtime::required("LIMITS")?)?,
        })
    }

    /// Sets or removes a recipe's photo.
    pub async fn handle(&self, event: ResolverEvent) -> Result<Value, AppError> {
        event.check_selection()?;
        if event.info.field_name != "setRecipePicture" {
            return Err(AppError::Internal(format!("no resolver for {}", event.info.field_name)));
        }
        let caller = owners::admit(&self.recipes, event.caller(), Purpose::Other).await?;
        // Rejects anonymous callers before the recipe is read.
        caller.may_change_own()?;
        let input: SetPicture = arguments(&event.arguments)?;
        let source = event.source();
        let ports = PicturePorts {
            recipes: &self.recipes,
            uploads: &self.uploads,
            media: &self.media,
            painter: &self.painter,
            counters: &self.counters,
            ring: &self.keys.for_issuing().await?,
            limits: self.limits,
            source: source.as_ref(),
        };
        answer(&book::set_picture(&ports, &caller, &input, crate::runtime::now()).await?)
    }
}
