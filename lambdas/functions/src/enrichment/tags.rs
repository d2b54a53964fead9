//! One branch of recipe-post-processing.

use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, S3Artifacts};

/// What the function holds between invocations.
pub struct Function {
    artifacts: S3Artifacts,
}

impl Function {
    /// Reads `WORK_BUCKET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self { artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?) })
    }

    /// Works out the tags of one job's recipe.
    ///
    /// # Errors
    /// As the artifacts has them.
    pub async fn handle(&self, job: Job) -> Result<Enrichment, AppError> {
        enrich::find_tags(&self.artifacts, &job).await
    }
}
