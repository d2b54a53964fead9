//! The state CHECKING of recipe-processing.

use app::AppError;
use app::ids::Job;
use app::import;
use aws::{Clients, DynamoRecipes, S3Workbench, StateMachines};

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    workbench: S3Workbench,
    machines: StateMachines,
}

impl Function {
    /// Reads `TABLE_NAME`, `WORK_BUCKET` and `POST_PROCESSING_ARN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let post_processing = runtime::required("POST_PROCESSING_ARN")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            workbench: S3Workbench::new(clients.s3(), runtime::required("WORK_BUCKET")?),
            machines: StateMachines::new(clients.step_functions(), None, Some(post_processing)),
        })
    }

    /// Finishes one job.
    ///
    /// # Errors
    /// As the store and the state machines have them.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        import::finish(&self.recipes, &self.workbench, &self.machines, &job, runtime::now()).await?;
        Ok(job)
    }
}
