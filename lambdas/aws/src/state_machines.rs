use app::job::Job;
use app::workflows::{Execution, Workflow, Workflows};
use aws_sdk_sfn::Client;
use aws_sdk_sfn::operation::describe_execution::DescribeExecutionError;
use aws_sdk_sfn::operation::start_execution::StartExecutionError;
use aws_sdk_sfn::types::ExecutionStatus;
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
    async fn start(&self, workflow: Workflow, job: &Job) -> Result<(), PortError> {
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
            Ok(_) => Ok(()),
            Err(error) => match error.as_service_error() {
                // The job is the execution name, so the job was already started.
                Some(StartExecutionError::ExecutionAlreadyExists(_)) => Ok(()),
                _ => Err(port_error("StartExecution", &error)),
            },
        }
    }

    async fn settled_purchase_of_member(
        &self,
        workflow: Workflow,
        job: &Job,
    ) -> Result<Execution, PortError> {
        let machine = self.arn(workflow)?;
        let arn =
            format!("{}:{}", machine.replacen(":stateMachine:", ":execution:", 1), job.execution_name());
        match self.client.describe_execution().execution_arn(arn).send().await {
            Ok(answer) => match answer.status {
                ExecutionStatus::Running | ExecutionStatus::PendingRedrive => Ok(Execution::Running),
                _ => Ok(Execution::Ended),
            },
            Err(error) => match error.as_service_error() {
                Some(DescribeExecutionError::ExecutionDoesNotExist(_)) => Ok(Execution::Missing),
                _ => Err(port_error("DescribeExecution", &error)),
            },
        }
    }
}
