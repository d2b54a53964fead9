//! State Picture of recipe-post-processing. It accesses the internet, so its role is minimal: read artifacts,
//! write media. A child process decodes the photo.

use app::AppError;
use app::enrich::{self, Enrichment};
use app::job::Job;
use aws::{Clients, S3Artifacts, S3Media};
use fetcher::GuardedFetcher;
use upload_sandbox::ProcessOpener;

/// Runs the function until Lambda ends it, or a child that opens one file.
pub fn start() -> crate::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    artifacts: S3Artifacts,
    media: S3Media,
    fetcher: GuardedFetcher,
    reducer: ProcessOpener,
}

impl Function {
    /// Reads `WORK_BUCKET`, `MEDIA_BUCKET` and `DEMO_KITCHEN`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            media: S3Media::new(clients.s3(), crate::runtime::required("MEDIA_BUCKET")?),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
            reducer: ProcessOpener::of_this_program().map_err(|error| AppError::internal(&error))?,
        })
    }

    /// Copies the photo of a job's recipe.
    pub async fn handle(&self, job: Job) -> Result<Enrichment, AppError> {
        enrich::copy_picture(&self.artifacts, &self.fetcher, &self.media, &self.reducer, &job).await
    }
}
