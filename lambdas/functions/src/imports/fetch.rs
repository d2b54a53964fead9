//! The state FETCHING of recipe-processing. It reads what users submit from the open internet, so its role may do
//! next to nothing: read a recipe's address, write to the artifacts.

use app::job::Job;
use app::{AppError, import};
use aws::{Clients, DynamoRecipes, S3Artifacts};
use fetcher::GuardedFetcher;

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    artifacts: S3Artifacts,
    fetcher: GuardedFetcher,
}

impl Function {
    /// Reads `TABLE_NAME`, `WORK_BUCKET` and, in the local stage only, `DEMO_KITCHEN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing or malformed setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
        })
    }

    /// Fetches the page of one job and hands the job on.
    ///
    /// # Errors
    /// Why the page could not be fetched.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        import::fetch_page(&self.recipes, &self.fetcher, &self.artifacts, &job).await?;
        Ok(job)
    }
}
