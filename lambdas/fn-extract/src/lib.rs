//! The state EXTRACTING of recipe-processing.

use app::AppError;
use app::ids::Job;
use app::import;
use aws::{Clients, DynamoRecipes, S3Workbench};

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    workbench: S3Workbench,
}

impl Function {
    /// Reads `TABLE_NAME` and `WORK_BUCKET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            workbench: S3Workbench::new(clients.s3(), runtime::required("WORK_BUCKET")?),
        })
    }

    /// Reads the page of one job and hands the job on.
    ///
    /// # Errors
    /// Why no recipe could be read.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        import::extract_recipe(&self.recipes, &self.workbench, &job, runtime::now()).await?;
        Ok(job)
    }
}
