use app::job::Job;
use app::workflows::{Execution, Workflow, Workflows};
use aws_sdk_sfn::Client;
use aws_sdk_sfn::operation::start_execution::StartExecutionError;
use zest_core::PortError;

use crate::errors::port_error;

/// The state machines recipe-processing and recipe-post-processing; a function has the ARNs of those it may
/// start.
#[derive(Clone, Debug)]
pub struct StateMachines {
    client: Client,
    processing_arn: Option<String>,
    post_processing_arn: Option<String>,
}

impl StateMachines {
    /// State machines with these ARNs.
    #[must_use]
    pub fn new(client: Client, processing_arn: Option<String>, post_processing_arn: Option<String>) -> Self {
        Self { client, processing_arn, post_processing_arn }
    }

    fn arn(&self, workflow: Workflow) -> Result<&str, PortError> {
        let arn = match workflow {
            Workflow::Processing | Workflow::Reading => &self.processing_arn,
            Workflow::PostProcessing => &self.post_processing_arn,
        };
        arn.as_deref()
            .ok_or_else(|| PortError::Broken(format!("{workflow:?} is not this function's to start")))
    }
}

impl Workflows for StateMachines {
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<Execution, PortError> {
        let mut input = serde_json::to_value(job).map_err(|error| PortError::Broken(error.to_string()))?;
        if workflow == Workflow::Reading {
            input["source"] = "UPLOAD".into();
        }
        let request = self
            .client
            .start_execution()
            .state_machine_arn(self.arn(workflow)?)
            .name(job.execution_name())
            .input(input.to_string());
        match request.send().await {
            // Also if it runs already: name and input are those of the earlier call.
            Ok(_) => Ok(Execution::Running),
            Err(error) => match error.as_service_error() {
                Some(StartExecutionError::ExecutionAlreadyExists(_)) => Ok(Execution::Ended),
                _ => Err(port_error("StartExecution", &error)),
            },
        }
    }
}
