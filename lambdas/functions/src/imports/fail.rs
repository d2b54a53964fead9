//! Error handler of recipe-processing.

use crate::runtime::Subject;
use app::job::Job;
use app::{AppError, ErrorCode, import};
use aws::{Clients, DynamoRecipes};
use serde::Deserialize;

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::state_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    recipes: DynamoRecipes,
}

/// A failed job and its error, from a Catch.
#[derive(Debug, Deserialize)]
pub struct FailedJob {
    #[serde(flatten)]
    job: Job,
    error: CaughtError,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CaughtError {
    error: String,
}

impl Subject for FailedJob {
    fn subject(&self) -> String {
        format!("{} {}", self.job.execution_name(), self.error.error)
    }
}

impl Function {
    /// Reads `TABLE_NAME`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self { recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?) })
    }

    /// Fails the job's import with its error code.
    pub async fn handle(&self, failed: FailedJob) -> Result<Job, AppError> {
        let code = ErrorCode::of_caught(&failed.error.error);
        import::fail(&self.recipes, &failed.job, code, crate::runtime::now()).await?;
        Ok(failed.job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catch_output_is_parsed() {
        let failed: FailedJob = serde_json::from_str(
            r#"{"id":"0123456789abcdef0123456789abcdef","attempt":2,"error":{"Error":"NOT_FOUND","Cause":"{}"}}"#,
        )
        .unwrap();
        assert_eq!(failed.subject(), "0123456789abcdef0123456789abcdef-2 NOT_FOUND");
    }
}
