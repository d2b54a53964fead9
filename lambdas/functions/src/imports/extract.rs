//! State Extract of recipe-processing.

use std::time::Duration;

use app::AppError;
use app::import::{self, ExtractPorts, Slice};
use app::job::Job;
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Media};
use serde::Serialize;

/// Time of one call; the next call continues.
const EXTRACTION_BUDGET: Duration = Duration::from_secs(8);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    artifacts: S3Artifacts,
}

/// Output for the state machine.
#[derive(Debug, Serialize)]
pub struct Extracted {
    #[serde(flatten)]
    job: Job,
    /// The upload has more recipes; call again.
    more: bool,
    /// No recipe was found and assistance was requested.
    assist: bool,
}

impl Function {
    /// Reads `TABLE_NAME`, `MEDIA_BUCKET` and `WORK_BUCKET`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
        })
    }

    /// Extracts recipes from a job's page or upload.
    pub async fn handle(&self, job: Job) -> Result<Extracted, AppError> {
        let ports = ExtractPorts { recipes: &self.recipes, media: &self.media, artifacts: &self.artifacts };
        let is_over = crate::runtime::after(EXTRACTION_BUDGET);
        let slice = Box::pin(import::extract_recipe(&ports, &job, crate::runtime::now(), is_over)).await?;
        Ok(Extracted { job, more: slice == Slice::More, assist: slice == Slice::Assist })
    }
}
