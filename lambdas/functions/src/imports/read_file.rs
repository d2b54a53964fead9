//! Reads files that programs send. `fn-extract-recipe` invokes it with the bytes. It opens untrusted files, so its role
//! may only recognise text in photos.

use std::time::Duration;

use app::extracted_recipe::ExtractedRecipe;
use app::program_files::{self, SentFiles};
use app::{AppError, ErrorCode};
use aws::Clients;
use upload_sandbox::{ProcessOpener, RecognisingReader};

use crate::imports::read::OcrEngine;
use crate::runtime::Subject;

/// Time for reading, below the function's timeout.
const READING_TIMEOUT: Duration = Duration::from_secs(22);

/// Runs the function until Lambda ends it, or a child that opens one file.
pub fn start() -> crate::runtime::MainResult {
    upload_sandbox::run_if_child();
    serve()
}

#[tokio::main(flavor = "current_thread")]
async fn serve() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |sent| function.handle(sent)).await
}

/// State shared by invocations.
pub struct Function(RecognisingReader<ProcessOpener, OcrEngine>);

impl Function {
    /// Reads `TEXT_RECOGNITION`.
    pub async fn from_env() -> Result<Self, AppError> {
        let opener = ProcessOpener::of_this_program().map_err(|error| AppError::internal(&error))?;
        let recogniser = OcrEngine::from_env(&Clients::from_env().await)?;
        Ok(Self(RecognisingReader { opener, recogniser }))
    }

    /// Returns the recipe.
    pub async fn handle(&self, sent: SentFiles) -> Result<ExtractedRecipe, AppError> {
        let reading = program_files::read_files(&self.0, &sent);
        let read = tokio::time::timeout(READING_TIMEOUT, reading).await;
        read.unwrap_or(Err(AppError::ImportFailed(ErrorCode::ReadingTimedOut)))
    }
}

impl Subject for SentFiles {
    fn subject(&self) -> String {
        format!("{:?}, {}", self.read_as, self.contents.len())
    }
}
