//! The state CHECKING of recipe-processing.

use app::AppError;
use app::ids::Job;
use app::import;
use aws::{Clients, DynamoRecipes, S3Uploads, S3Workbench, StateMachines};

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    uploads: S3Uploads,
    workbench: S3Workbench,
    machines: StateMachines,
}

impl Function {
    /// Reads `TABLE_NAME`, `UPLOADS_BUCKET`, `WORK_BUCKET` and `POST_PROCESSING_ARN`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting, or an environment without credentials.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let post_processing = runtime::required("POST_PROCESSING_ARN")?;
        let uploads = S3Uploads::new(&clients, runtime::required("UPLOADS_BUCKET")?, None);
        Ok(Self {
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
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
        let Self { recipes, uploads, workbench, machines } = self;
        import::finish(recipes, uploads, workbench, machines, &job, runtime::now()).await?;
        Ok(job)
    }
}
