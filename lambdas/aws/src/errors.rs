//! Maps SDK errors to `PortError`: busy (retry) or broken.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use zest_core::PortError;

/// Error codes of throttling and temporary failures; access denial is not temporary.
const BUSY: [&str; 12] = [
    "InternalErrorException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "ThrottlingError",
    "Throttling",
    "TooManyRequestsException",
    "SlowDown",
    "InternalServerError",
    "InternalError",
    "ServiceUnavailable",
    "TransactionInProgressException",
];

pub(crate) fn is_busy(code: &str) -> bool {
    BUSY.contains(&code)
}

/// Maps an SDK error. The text has the operation and the error code, not the request.
pub(crate) fn port_error<E: ProvideErrorMetadata>(
    operation: &str,
    error: &SdkError<E, HttpResponse>,
) -> PortError {
    match error {
        SdkError::TimeoutError(_) => PortError::Busy(format!("{operation}: timed out")),
        SdkError::DispatchFailure(_) => PortError::Busy(format!("{operation}: out of reach")),
        SdkError::ResponseError(response) => {
            PortError::Busy(format!("{operation}: unreadable answer, status {}", response.raw().status()))
        }
        SdkError::ServiceError(service) => {
            let code = service.err().code().unwrap_or("unknown");
            let status = service.raw().status().as_u16();
            if is_busy(code) || status >= 500 {
                PortError::Busy(format!("{operation}: {code}"))
            } else {
                PortError::Broken(format!("{operation}: {code}, status {status}"))
            }
        }
        _ => PortError::Broken(format!("{operation}: the request could not be made")),
    }
}
