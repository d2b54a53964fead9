//! Reads files by a synchronous invocation of `fn-read-file`.

use std::time::Duration;

use app::program_files::{FileReader, SentFiles};
use app::{AppError, ErrorCode};
use serde_json::Value;

use crate::clients::Clients;
use crate::lambda_agent::invocations_of;
use crate::signed::SignedService;

/// Longer than the timeout of the function in template.yaml.
const TIMEOUT: Duration = Duration::from_secs(26);

/// The function that reads files, invoked with this function's credentials.
#[derive(Clone, Debug)]
pub struct LambdaReader(SignedService);

impl LambdaReader {
    /// Creates a client that invokes the Lambda function `function`.
    pub fn new(clients: &Clients, function: &str) -> Result<Self, AppError> {
        Ok(Self(invocations_of(clients, function)?.with_timeout(TIMEOUT)))
    }
}

impl FileReader for LambdaReader {
    async fn read(&self, sent: &SentFiles) -> Result<Value, AppError> {
        let body = serde_json::to_string(sent).map_err(|error| AppError::internal(&error))?;
        let headers = [("content-type", "application/json"), ("x-amz-invocation-type", "RequestResponse")];
        match self.0.post(&headers, &body).await? {
            (200, answer) => answer_of(&answer),
            (429 | 500.., _) => Err(AppError::Busy),
            (status, _) => Err(AppError::Internal(format!("Invoke: status {status}"))),
        }
    }
}

/// The function's answer, or its error, which Lambda answers with status 200, too.
fn answer_of(bytes: &[u8]) -> Result<Value, AppError> {
    let answer: Value = serde_json::from_slice(bytes).map_err(|error| AppError::internal(&error))?;
    let Some(name) = answer.get("errorType").and_then(Value::as_str) else { return Ok(answer) };
    Err(match (name, ErrorCode::parse(name)) {
        (_, Some(code)) => AppError::ImportFailed(code),
        ("Busy", _) => AppError::Busy,
        ("Sandbox.Timedout", _) => AppError::ImportFailed(ErrorCode::ReadingTimedOut),
        _ => AppError::Internal(format!("fn-read-file: {name}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_of_the_function_is_the_error_of_the_call() {
        let answered = |json: &str| answer_of(json.as_bytes());
        assert_eq!(answered(r#"{"recipe":{}}"#), Ok(serde_json::json!({ "recipe": {} })));
        for (name, expected) in [
            ("NO_RECIPE_IN_FILE", AppError::ImportFailed(ErrorCode::NoRecipeInFile)),
            ("Busy", AppError::Busy),
            ("Sandbox.Timedout", AppError::ImportFailed(ErrorCode::ReadingTimedOut)),
        ] {
            assert_eq!(answered(&format!(r#"{{"errorType":"{name}","errorMessage":""}}"#)), Err(expected));
        }
        assert!(matches!(answered(r#"{"errorType":"Runtime.ExitError"}"#), Err(AppError::Internal(_))));
        assert!(matches!(answered("<html>"), Err(AppError::Internal(_))));
    }
}
