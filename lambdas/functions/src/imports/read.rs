//! State Read of recipe-processing. It parses uploads, so its role is minimal: read an upload, write page
//! images and artifacts, update the recipe's stage.

mod recogniser;

use std::time::Duration;

use app::import::{self, ReadPorts};
use app::job::Job;
use app::{AppError, ErrorCode};
use aws::{Clients, DynamoRecipes, S3Artifacts, S3Uploads};
pub(crate) use recogniser::OcrEngine;
use upload_sandbox::{ProcessOpener, RecognisingReader};

/// Time for reading, below the function's timeout.
const READING_TIMEOUT: Duration = Duration::from_secs(45);

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
    recipes: DynamoRecipes,
    uploads: S3Uploads,
    artifacts: S3Artifacts,
    reader: RecognisingReader<ProcessOpener, OcrEngine>,
}

impl Function {
    /// Reads `UPLOADS_BUCKET`, `TABLE_NAME`, `WORK_BUCKET` and `TEXT_RECOGNITION`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let uploads = S3Uploads::new(&clients, crate::runtime::required("UPLOADS_BUCKET")?, None);
        let opener = ProcessOpener::of_this_program().map_err(|error| AppError::internal(&error))?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            uploads: uploads.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?,
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            reader: RecognisingReader { opener, recogniser: OcrEngine::from_env(&clients)? },
        })
    }

    /// Reads a job's upload into the artifacts.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        let ports = ReadPorts { uploads: &self.uploads, reader: &self.reader };
        let reading =
            import::read_upload(&self.recipes, &ports, &self.artifacts, &job, crate::runtime::now());
        match tokio::time::timeout(READING_TIMEOUT, reading).await {
            Ok(read) => read.map(|()| job),
            Err(_) => Err(AppError::ImportFailed(ErrorCode::ReadingTimedOut)),
        }
    }
}
