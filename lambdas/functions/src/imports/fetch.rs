//! State Fetch of recipe-processing. It accesses the internet, so its role is minimal: read a recipe, write
//! artifacts.

use app::job::Job;
use app::{AppError, import};
use aws::{Clients, DynamoRecipes, S3Artifacts};
use fetcher::GuardedFetcher;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    artifacts: S3Artifacts,
    fetcher: GuardedFetcher,
}

impl Function {
    /// Reads `TABLE_NAME`, `WORK_BUCKET` and `DEMO_KITCHEN`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            fetcher: fetcher::from_setting(crate::runtime::optional("DEMO_KITCHEN").as_deref())?,
        })
    }

    /// Fetches a job's page into the artifacts.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        import::fetch_page(&self.recipes, &self.fetcher, &self.artifacts, &job).await?;
        Ok(job)
    }
}
