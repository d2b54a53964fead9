//! The state EXTRACTING of recipe-processing.

use std::time::Duration;

use app::AppError;
use app::import::{self, ExtractPorts, Slice};
use app::job::Job;
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Media};
use serde::Serialize;

/// How long one call makes recipes of an upload: the next goes on, long before the function's own time is over.
const EXTRACTION_BUDGET: Duration = Duration::from_secs(8);

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    artifacts: S3Artifacts,
}

/// What the state machine is told.
#[derive(Debug, Serialize)]
pub struct Extracted {
    #[serde(flatten)]
    job: Job,
    /// Whether an upload holds more recipes, which the next call makes.
    more: bool,
    /// Whether the readers found no recipe and the assistant is to read.
    assist: bool,
}

impl Function {
    /// Reads `TABLE_NAME`, `MEDIA_BUCKET` and `WORK_BUCKET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
        })
    }

    /// Reads the page or the upload of one job and hands the job on.
    ///
    /// # Errors
    /// Why no recipe could be read.
    pub async fn handle(&self, job: Job) -> Result<Extracted, AppError> {
        let ports = ExtractPorts { recipes: &self.recipes, media: &self.media, artifacts: &self.artifacts };
        let is_over = crate::runtime::after(EXTRACTION_BUDGET);
        let slice = Box::pin(import::extract_recipe(&ports, &job, crate::runtime::now(), is_over)).await?;
        Ok(Extracted { job, more: slice == Slice::More, assist: slice == Slice::Assist })
    }
}
