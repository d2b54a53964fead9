//! Maps Bedrock's errors to the agent's. Only error codes are kept, because messages may quote the
//! conversation.

use agent::ModelError;
use aws_sdk_bedrockruntime::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_bedrockruntime::operation::converse_stream::ConverseStreamError;
use aws_sdk_bedrockruntime::types::error::ConverseStreamOutputError;

pub(crate) fn of_call(error: &SdkError<ConverseStreamError>) -> ModelError {
    match error {
        SdkError::ServiceError(error) => match error.err() {
            ConverseStreamError::ThrottlingException(_)
            | ConverseStreamError::ServiceUnavailableException(_)
            | ConverseStreamError::ModelNotReadyException(_) => ModelError::Throttled,
            ConverseStreamError::ModelTimeoutException(_) => ModelError::TooSlow,
            ConverseStreamError::ValidationException(_) => {
                ModelError::Invalid("ValidationException".to_owned())
            }
            other => ModelError::Broken(other.code().unwrap_or("an error without a code").to_owned()),
        },
        other => outside(other),
    }
}

/// Maps an error within a stream, which has no error code.
pub(crate) fn of_stream<R>(error: &SdkError<ConverseStreamOutputError, R>) -> ModelError {
    let broken = |kind: &str| ModelError::Broken(format!("in the stream: {kind}"));
    match error {
        SdkError::ServiceError(error) => match error.err() {
            ConverseStreamOutputError::ThrottlingException(_)
            | ConverseStreamOutputError::ServiceUnavailableException(_) => ModelError::Throttled,
            ConverseStreamOutputError::ValidationException(_) => {
                ModelError::Invalid("in the stream: ValidationException".to_owned())
            }
            ConverseStreamOutputError::InternalServerException(_) => broken("InternalServerException"),
            ConverseStreamOutputError::ModelStreamErrorException(_) => broken("ModelStreamErrorException"),
            _ => broken("an exception that is not known"),
        },
        other => outside(other),
    }
}

fn outside<E, R>(error: &SdkError<E, R>) -> ModelError {
    match error {
        SdkError::ConstructionFailure(_) => ModelError::Invalid("the request cannot be made".to_owned()),
        SdkError::TimeoutError(_) => ModelError::Broken("no connection in time".to_owned()),
        SdkError::DispatchFailure(_) => ModelError::Broken("the connection failed".to_owned()),
        _ => ModelError::Broken("the answer cannot be read".to_owned()),
    }
}
