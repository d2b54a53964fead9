//! One mapping of errors for each kind of caller. The log gets the detail, the caller a fixed name and sentence.

use app::{AppError, ErrorCode};
use lambda_runtime::Diagnostic;

/// For a person behind AppSync: the message is a sentence of the specification or a stable code, and nothing of
/// our insides.
#[must_use]
pub fn graphql_failure(error: &AppError) -> Diagnostic {
    let error_type = match error {
        AppError::Unauthorized => "Unauthorized",
        AppError::AuthenticationRequired => "AuthenticationRequired",
        AppError::RecipeNotFound(_) | AppError::OriginalNotFound => "NotFound",
        AppError::InvalidInput(_) | AppError::RefusedAddress(_) => "BadRequest",
        AppError::Conflict | AppError::Superseded => "Conflict",
        AppError::Busy => "Busy",
        AppError::ImportFailed(_) | AppError::ImportFailedForNow(_) | AppError::Internal(_) => "Internal",
    };
    let error_message = match error {
        AppError::Internal(_) => ErrorCode::Internal.as_str().to_owned(),
        told => told.to_string(),
    };
    Diagnostic { error_type: error_type.to_owned(), error_message }
}

/// For a state machine, which decides by the name alone: `Transient.*` and `Busy` are tried again, `Superseded`
/// ends quietly, every other name is the `errorCode` of the failed recipe.
#[must_use]
pub fn state_failure(error: &AppError) -> Diagnostic {
    let error_type = match error {
        AppError::ImportFailed(code) | AppError::RefusedAddress(code) => code.as_str().to_owned(),
        AppError::ImportFailedForNow(code) => format!("Transient.{}", code.as_str()),
        AppError::Superseded => "Superseded".to_owned(),
        AppError::Busy | AppError::Conflict => "Busy".to_owned(),
        AppError::Unauthorized
        | AppError::AuthenticationRequired
        | AppError::RecipeNotFound(_)
        | AppError::OriginalNotFound
        | AppError::InvalidInput(_)
        | AppError::Internal(_) => ErrorCode::Internal.as_str().to_owned(),
    };
    Diagnostic { error_type, error_message: String::new() }
}

/// For a stream, a schedule or an event: only that it failed matters, so that it is delivered again.
#[must_use]
pub fn event_failure(error: &AppError) -> Diagnostic {
    let error_type = if matches!(error, AppError::Busy) { "Busy" } else { "Failed" };
    Diagnostic { error_type: error_type.to_owned(), error_message: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_ours_tells_no_caller_its_detail() {
        let error = AppError::Internal("table arn:aws:dynamodb:…".to_owned());
        for told in [graphql_failure(&error), state_failure(&error), event_failure(&error)] {
            assert!(!format!("{told:?}").contains("arn:"), "{told:?}");
        }
    }

    #[test]
    fn a_state_machine_is_told_apart_what_to_try_again() {
        for (error, name) in [
            (AppError::ImportFailed(ErrorCode::NotFound), "NOT_FOUND"),
            (AppError::ImportFailedForNow(ErrorCode::TimedOut), "Transient.TIMED_OUT"),
            (AppError::Busy, "Busy"),
            (AppError::Superseded, "Superseded"),
            (AppError::Internal(String::new()), "INTERNAL"),
        ] {
            assert_eq!(state_failure(&error).error_type, name);
        }
    }
}
