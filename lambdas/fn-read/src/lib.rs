//! The state READING of recipe-processing. It reads what users upload, so its role may do next to nothing: read an upload,
//! put pages beside it, write to the workbench, show how far the recipe is.

mod plain;

use std::time::Duration;

use app::AppError;
use app::ids::Job;
use app::import::{self, Reader};
use aws::{Clients, DynamoRecipes, S3Uploads, S3Workbench};
use plain::PlainText;
use reading::Tesseract;

/// After this long nothing more is recognised: the function's own time is over a little later.
const PATIENCE: Duration = Duration::from_secs(45);

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    uploads: S3Uploads,
    workbench: S3Workbench,
    tesseract: Tesseract,
}

impl Function {
    /// Reads `TABLE_NAME`, `UPLOADS_BUCKET` and `WORK_BUCKET`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting, or an environment without credentials.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let uploads = S3Uploads::new(&clients, runtime::required("UPLOADS_BUCKET")?, None);
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), runtime::required("TABLE_NAME")?),
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            workbench: S3Workbench::new(clients.s3(), runtime::required("WORK_BUCKET")?),
            tesseract: Tesseract::from_environment(),
        })
    }

    /// Reads the upload of one job and hands the job on.
    ///
    /// # Errors
    /// Why it could not be read.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        let reader = Reader { uploads: &self.uploads, opener: &PlainText, recogniser: &self.tesseract };
        let is_over = runtime::after(PATIENCE);
        import::read_upload(&self.recipes, &reader, &self.workbench, &job, runtime::now(), is_over).await?;
        Ok(job)
    }
}
