//! One branch of recipe-post-processing. Like fn-fetch it reads from the open internet, so its role may do next to
//! nothing: read the workbench, write media.

use app::AppError;
use app::enrich::{self, Enrichment};
use app::ids::Job;
use aws::{Clients, S3Media, S3Workbench};
use web::GuardedFetcher;

/// What the function holds between invocations.
pub struct Function {
    workbench: S3Workbench,
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
            workbench: S3Workbench::new(clients.s3(), runtime::required("WORK_BUCKET")?),
            media: S3Media::new(clients.s3(), runtime::required("MEDIA_BUCKET")?),
            fetcher: web::from_setting(runtime::optional("DEMO_KITCHEN").as_deref())?,
        })
    }

    /// Copies the picture of one job's recipe.
    ///
    /// # Errors
    /// As the workbench and the media store have them.
    pub async fn handle(&self, job: Job) -> Result<Enrichment, AppError> {
        enrich::copy_picture(&self.workbench, &self.fetcher, &self.media, &job).await
    }
}
