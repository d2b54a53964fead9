//! Port of the state machines.

use std::future::Future;

use crate::error::AppError;
use crate::job::Job;
use crate::model::{Recipe, Stage};
use zest_core::PortError;

/// State machine and kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workflow {
    /// recipe-processing of an address.
    Processing,
    /// recipe-processing of an upload.
    Reading,
    /// recipe-post-processing: adds nutrition, tags and photo.
    PostProcessing,
}

impl Workflow {
    /// The workflow that imports `recipe`, by its first stage.
    #[must_use]
    pub fn importing(recipe: &Recipe) -> Self {
        match recipe.source.first_stage() {
            Stage::Reading => Self::Reading,
            Stage::Fetching | Stage::Extracting | Stage::Checking => Self::Processing,
        }
    }
}

/// State of a job's execution after [`Workflows::start`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// Started by this or an earlier call.
    Running,
    /// Ended before this call, successfully or not.
    Ended,
}

/// State machines. An execution is named after its job, so an import runs at most once. Post-processing is EXPRESS: it
/// may run twice, which changes nothing.
pub trait Workflows: Send + Sync {
    /// Starts a job, unless it was already started. Post-processing starts again.
    fn start(
        &self,
        workflow: Workflow,
        job: &Job,
    ) -> impl Future<Output = Result<Execution, PortError>> + Send;
}

/// Starts an import. If the service is busy, the sweep starts it later.
pub(crate) async fn start_import(workflows: &impl Workflows, recipe: &Recipe) -> Result<(), AppError> {
    match workflows.start(Workflow::importing(recipe), &recipe.job()).await {
        Ok(_) | Err(PortError::Busy(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
