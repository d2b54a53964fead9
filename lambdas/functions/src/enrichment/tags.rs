//! Tags branch of recipe-post-processing.

use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, S3Artifacts};

/// State shared by invocations.
pub struct Function {
    artifacts: S3Artifacts,
}

impl Function {
    /// Configures the function from the environment.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self { artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?) })
    }

    /// Derives the tags of a job's recipe.
    pub async fn handle(&self, job: Job) -> Result<Enrichment, AppError> {
        enrich::find_tags(&self.artifacts, &job).await
    }
}
