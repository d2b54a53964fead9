//! One branch of recipe-post-processing. Like fn-fetch it reads from the open internet, so its role may do next to
//! nothing: read the artifacts, write media.

use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, S3Artifacts, S3Media};
use fetcher::GuardedFetcher;

/// What the function holds between invocations.
pub struct Function {
    artifacts: S3Artifacts,
    media: S3Media,
    fetcher: GuardedFetcher,
}

impl Function {
    /// Reads `WORK_BUCKET`, `MEDIA_BUCKET` and, in the local stage only, `DEMO_KITCHEN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing or malformed setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
        })
    }

    /// Copies the picture of one job's recipe.
    ///
    /// # Errors
    /// As the artifacts and the media store have them.
    pub async fn handle(&self, job: Job) -> Result<Enrichment, AppError> {
        enrich::copy_picture(&self.artifacts, &self.fetcher, &self.media, &job).await
    }
}
