//! State Finish of recipe-processing.

use app::job::Job;
use app::{AppError, import};
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Uploads, StateMachines};

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    uploads: S3Uploads,
    artifacts: S3Artifacts,
    machines: StateMachines,
}

impl Function {
    /// Reads `POST_PROCESSING_ARN`, `UPLOADS_BUCKET`, `TABLE_NAME` and `WORK_BUCKET`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let post_processing = crate::runtime::required("POST_PROCESSING_ARN")?;
        let uploads = S3Uploads::new(&clients, crate::runtime::required("UPLOADS_BUCKET")?, None);
        Ok(Self {
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            machines: StateMachines::new(clients.step_functions(), None, Some(post_processing)),
        })
    }

    /// Completes a job's import.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        let Self { recipes, uploads, artifacts, machines } = self;
        import::finish(recipes, uploads, artifacts, machines, &job, crate::runtime::now()).await?;
        Ok(job)
    }
}
