//! The port through which imports are started, and which state machine is whose.

use std::future::Future;

use crate::error::{AppError, PortError};
use crate::job::Job;
use crate::model::{Recipe, Stage};

/// A state machine, and for recipe-processing with which kind of import it is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workflow {
    /// recipe-processing, of an address.
    Processing,
    /// recipe-processing, of an upload.
    Reading,
    /// recipe-post-processing, which adds nutrition, tags and picture to an import that has succeeded.
    PostProcessing,
}

impl Workflow {
    /// The one that imports a recipe.
    #[must_use]
    pub fn importing(recipe: &Recipe) -> Self {
        match recipe.source.first_stage() {
            Stage::Reading => Self::Reading,
            Stage::Fetching | Stage::Extracting | Stage::Checking => Self::Processing,
        }
    }
}

/// What has become of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// There is no execution of this job: it was never started.
    Missing,
    /// It was started and has not ended.
    Running,
    /// It has ended, well or not: what became of the recipe stands in its row.
    Ended,
}

/// The state machines. An execution bears its job's name, so that no job runs twice.
pub trait Workflows: Send + Sync {
    /// Starts a job; one that was started before is a success.
    fn start(&self, workflow: Workflow, job: &Job) -> impl Future<Output = Result<(), PortError>> + Send;

    /// What has become of a job.
    fn look_up(
        &self,
        workflow: Workflow,
        job: &Job,
    ) -> impl Future<Output = Result<Execution, PortError>> + Send;
}

/// Starts the import of a recipe. A start that fails because the service is busy loses nothing: the sweep starts what is
/// PENDING without an execution.
pub(crate) async fn start_import(workflows: &impl Workflows, recipe: &Recipe) -> Result<(), AppError> {
    match workflows.start(Workflow::importing(recipe), &recipe.job()).await {
        Ok(()) | Err(PortError::Busy(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
