//! State Assist of recipe-processing: a language model reads a source without a recognised recipe, if the
//! user asked for it.

mod model_reader;

use std::time::Duration;

use crate::agent::model::{Assistant, MonotonicClock, new_run};
use agent::Clock;
use app::job::Job;
use app::{AppError, import};
use aws::{Clients, DynamoRecipes, S3Artifacts};

use model_reader::ModelReader;

/// Time for the answer, below the timeout in template.yaml.
const ANSWER_WITHIN: Duration = Duration::from_secs(65);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |job| function.handle(job)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    artifacts: S3Artifacts,
    assistant: Assistant,
}

impl Function {
    /// Reads `TABLE_NAME`, `WORK_BUCKET` and the settings of [`Assistant`].
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            assistant: Assistant::required_from_env(&clients)?,
        })
    }

    /// Lets the model read a job's source; returns the job.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        let now = crate::runtime::now();
        let clock = MonotonicClock::starting_at(now);
        let until = clock.now().plus(ANSWER_WITHIN);
        let reader = ModelReader { model: self.assistant.paid(), clock: &clock, run: new_run()?, until };
        Box::pin(import::assist(&self.recipes, &self.artifacts, &reader, &job, now)).await?;
        Ok(job)
    }
}
