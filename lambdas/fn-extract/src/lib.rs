//! The state EXTRACTING of recipe-processing.

use std::time::Duration;

use app::AppError;
use app::ids::Job;
use app::import::{self, Reading, Slice};
use aws::{Clients, DynamoRecipes, S3Media, S3Workbench};
use serde::Serialize;

/// How long one call makes recipes of an upload: the next goes on, long before the function's own time is over.
const SLICE: Duration = Duration::from_secs(8);

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    media: S3Media,
    workbench: S3Workbench,
}

/// What the state machine is told.
#[derive(Debug, Serialize)]
pub struct Extracted {
    #[serde(flatten)]
    job: Job,
    /// Whether an upload holds more recipes, which the next call makes.
    more: bool,
}

impl Function {
    /// Reads `TABLE_NAME`, `MEDIA_BUCKET` and `WORK_BUCKET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            media: S3Media::new(clients.s3(), runtime::required("MEDIA_BUCKET")?),
            workbench: S3Workbench::new(clients.s3(), runtime::required("WORK_BUCKET")?),
        })
    }

    /// Reads the page or the upload of one job and hands the job on.
    ///
    /// # Errors
    /// Why no recipe could be read.
    pub async fn handle(&self, job: Job) -> Result<Extracted, AppError> {
        let reading = Reading { recipes: &self.recipes, media: &self.media, workbench: &self.workbench };
        let slice = import::extract_recipe(&reading, &job, runtime::now(), runtime::after(SLICE)).await?;
        Ok(Extracted { job, more: slice == Slice::More })
    }
}
