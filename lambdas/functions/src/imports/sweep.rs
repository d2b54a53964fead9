//! Recovers unfinished imports: on a schedule, at the start of the local cloud, and after a failed execution.

use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::job::Job;
use app::sweep::{self, Report};
use aws::{Clients, DynamoRecipes, StateMachines};
use serde::Deserialize;

/// Minimum idle time of a recipe; no state takes as long.
const MIN_IDLE_SECONDS: u64 = 120;

/// Time in which a sweep starts on recipes; the rest of the timeout is for finishing them.
const BUDGET: Duration = Duration::from_secs(45);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
    machines: StateMachines,
}

/// Why the function was called.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Trigger {
    /// An execution ended as FAILED, TIMED_OUT or ABORTED.
    ExecutionEnded {
        /// Detail of the EventBridge event.
        detail: ExecutionDetail,
    },
    /// The schedule, or a start of the local cloud.
    Sweep {
        /// Overrides the minimum idle time.
        #[serde(rename = "quietSeconds", default)]
        quiet_seconds: Option<u64>,
    },
}

/// Part of a "Step Functions Execution Status Change".
#[derive(Debug, Deserialize)]
pub struct ExecutionDetail {
    name: String,
}

impl Subject for Trigger {
    fn subject(&self) -> String {
        match self {
            Self::ExecutionEnded { detail } => detail.name.clone(),
            Self::Sweep { .. } => "all".to_owned(),
        }
    }
}

impl Function {
    /// Reads `PROCESSING_ARN`, `POST_PROCESSING_ARN` and `TABLE_NAME`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        let processing = crate::runtime::required("PROCESSING_ARN")?;
        let post_processing = crate::runtime::required("POST_PROCESSING_ARN")?;
        Ok(Self {
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            machines: StateMachines::new(clients.step_functions(), Some(processing), Some(post_processing)),
        })
    }

    /// Sweeps, and returns how many recipes were found, restarted and failed.
    pub async fn handle(&self, trigger: Trigger) -> Result<Report, AppError> {
        let now = crate::runtime::now();
        match trigger {
            Trigger::ExecutionEnded { detail } => match Job::from_execution_name(&detail.name) {
                Some(job) => sweep::settle_one(&self.recipes, &self.machines, &job.id, now).await,
                None => Ok(Report::default()),
            },
            Trigger::Sweep { quiet_seconds } => {
                let quiet = Duration::from_secs(quiet_seconds.unwrap_or(MIN_IDLE_SECONDS));
                sweep::sweep(&self.recipes, &self.machines, quiet, now, crate::runtime::after(BUDGET)).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trigger_is_parsed() {
        let read = |json: &str| serde_json::from_str::<Trigger>(json).unwrap();
        let ended = r#"{"source":"aws.states","detail":{"name":"abc-1","status":"TIMED_OUT"}}"#;
        assert!(matches!(read(ended), Trigger::ExecutionEnded { detail } if detail.name == "abc-1"));
        assert!(matches!(read(r#"{"quietSeconds":0}"#), Trigger::Sweep { quiet_seconds: Some(0) }));
        assert!(matches!(read(r#"{"source":"schedule"}"#), Trigger::Sweep { quiet_seconds: None }));
    }
}
