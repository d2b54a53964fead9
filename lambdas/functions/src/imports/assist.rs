//! The state Assist of recipe-processing: where the readers found no recipe and the person has asked for it, a language model reads.

mod model_reader;

use std::time::Duration;

use crate::agent::model::{Assistant, MonotonicClock, new_run};
use agent::Clock;
use app::job::Job;
use app::{AppError, import};
use aws::{Clients, DynamoRecipes, S3Artifacts};

use model_reader::ModelReader;

/// How long the model has for its answer: what the function does besides has the rest of its time-out in template.yaml.
const ANSWER_WITHIN: Duration = Duration::from_secs(65);

/// What the function holds between invocations.
pub struct Function {
    recipes: DynamoRecipes,
    artifacts: S3Artifacts,
    assistant: Assistant,
}

impl Function {
    /// Reads `TABLE_NAME`, `WORK_BUCKET`, `CONVERSATIONS_TABLE`, `BEDROCK_MODEL_ID`, `MODEL_PRICE` and `DAY_BUDGET` (US cents for a
    /// person).
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            artifacts: S3Artifacts::new(clients.s3(), crate::runtime::required("WORK_BUCKET")?),
            assistant: Assistant::required_from_env(&clients)?,
        })
    }

    /// Has the model read the page or the upload of one job, and hands the job on.
    ///
    /// # Errors
    /// Why no recipe could be read.
    pub async fn handle(&self, job: Job) -> Result<Job, AppError> {
        let now = crate::runtime::now();
        let clock = MonotonicClock::starting_at(now);
        let until = clock.now().plus(ANSWER_WITHIN);
        let reader = ModelReader { model: self.assistant.paid(), clock: &clock, run: new_run()?, until };
        Box::pin(import::assist(&self.recipes, &self.artifacts, &reader, &job, now)).await?;
        Ok(job)
    }
}
