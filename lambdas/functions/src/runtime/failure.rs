//! Maps errors for each kind of caller. Details are logged; callers get a fixed name and message.

use app::{AppError, ErrorCode};
use lambda_runtime::Diagnostic;

/// An error is a fault, logged as ERROR and counted by an alarm, or a refusal, logged as WARN.
pub trait Fault {
    /// Whether an operator must investigate.
    fn is_fault(&self) -> bool;
}

impl Fault for AppError {
    fn is_fault(&self) -> bool {
        Self::is_fault(self)
    }
}

/// Error for AppSync clients: a message of the API specification or a stable code.
#[must_use]
pub fn graphql_failure(error: &AppError) -> Diagnostic {
    let error_type = match error {
        AppError::Unauthorized => "Unauthorized",
        AppError::AuthenticationRequired => "AuthenticationRequired",
        AppError::RecipeNotFound(_)
        | AppError::FeedbackNotFound(_)
        | AppError::SharedListNotFound
        | AppError::OriginalNotFound => "NotFound",
        AppError::InvalidInput(_) | AppError::RefusedAddress(_) => "BadRequest",
        AppError::Conflict | AppError::Superseded => "Conflict",
        AppError::Busy | AppError::ServiceBusy(_) => "Busy",
        AppError::LimitReached { .. } => "LimitReached",
        AppError::NoCredits => "NoCredits",
        AppError::ImportFailed(code) | AppError::ImportFailedForNow(code) if !code.is_ours() => {
            "ImportFailed"
        }
        AppError::ImportFailed(_)
        | AppError::ImportFailedForNow(_)
        | AppError::Panicked
        | AppError::Internal(_) => "Internal",
    };
    let error_message = match error {
        AppError::Internal(_) | AppError::Panicked => ErrorCode::Internal.as_str().to_owned(),
        AppError::ImportFailed(code) | AppError::ImportFailedForNow(code) => code.as_str().to_owned(),
        AppError::Superseded => AppError::Conflict.to_string(),
        AppError::ServiceBusy(_) => AppError::Busy.to_string(),
        other => other.to_string(),
    };
    Diagnostic { error_type: error_type.to_owned(), error_message }
}

/// Error for a state machine, which decides by name: it retries `Transient.*` and `Busy`, and ends on
/// `Superseded`; any other name is the recipe's `errorCode`.
#[must_use]
pub fn state_failure(error: &AppError) -> Diagnostic {
    let error_type = match error {
        AppError::ImportFailed(code) | AppError::RefusedAddress(code) => code.as_str().to_owned(),
        AppError::ImportFailedForNow(code) => format!("Transient.{}", code.as_str()),
        AppError::Superseded => "Superseded".to_owned(),
        AppError::Panicked => ErrorCode::ReaderFailed.as_str().to_owned(),
        AppError::Busy | AppError::ServiceBusy(_) | AppError::Conflict | AppError::LimitReached { .. } => {
            "Busy".to_owned()
        }
        AppError::Unauthorized
        | AppError::AuthenticationRequired
        | AppError::RecipeNotFound(_)
        | AppError::FeedbackNotFound(_)
        | AppError::SharedListNotFound
        | AppError::OriginalNotFound
        | AppError::InvalidInput(_)
        | AppError::NoCredits
        | AppError::Internal(_) => ErrorCode::Internal.as_str().to_owned(),
    };
    Diagnostic { error_type, error_message: String::new() }
}

/// Error for streams, schedules and events, which are redelivered on any failure.
#[must_use]
pub fn event_failure(error: &AppError) -> Diagnostic {
    let error_type = if error.is_busy() { "Busy" } else { "Failed" };
    Diagnostic { error_type: error_type.to_owned(), error_message: String::new() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use app::ids::FeedbackId;
    use app::refusal::Refusal;
    use serde::Deserialize;
    use zest_core::{RecipeId, Timestamp};

    use super::*;

    /// A row of the messages that the front end's tests share.
    #[derive(Deserialize)]
    struct Row {
        message: String,
    }

    fn every_error() -> Vec<AppError> {
        let id = RecipeId::parse("0123456789abcdef0123456789abcdef").expect("an id");
        let feedback = FeedbackId::parse(id.as_str()).expect("an id");
        let of_codes = ErrorCode::ALL.into_iter().flat_map(|code| {
            [AppError::RefusedAddress(code), AppError::ImportFailed(code), AppError::ImportFailedForNow(code)]
        });
        let refused = Refusal::ALL.iter().copied().map(AppError::InvalidInput);
        let mut errors = vec![
            AppError::Unauthorized,
            AppError::AuthenticationRequired,
            AppError::RecipeNotFound(id),
            AppError::FeedbackNotFound(feedback),
            AppError::SharedListNotFound,
            AppError::OriginalNotFound,
            AppError::Conflict,
            AppError::Superseded,
            AppError::Busy,
            AppError::ServiceBusy("DynamoDB throttled".to_owned()),
            AppError::LimitReached { again: Timestamp::from_millis(1_795_356_300_000) },
            AppError::NoCredits,
            AppError::Panicked,
            AppError::Internal("table arn:aws:dynamodb:…".to_owned()),
        ];
        errors.extend(refused.chain(of_codes));
        errors
    }

    /// Does not compile if an error is missing in [`every_error`].
    fn is_listed(error: &AppError) -> bool {
        match error {
            AppError::Unauthorized
            | AppError::AuthenticationRequired
            | AppError::RecipeNotFound(_)
            | AppError::FeedbackNotFound(_)
            | AppError::SharedListNotFound
            | AppError::OriginalNotFound
            | AppError::InvalidInput(_)
            | AppError::RefusedAddress(_)
            | AppError::Conflict
            | AppError::ImportFailed(_)
            | AppError::ImportFailedForNow(_)
            | AppError::Superseded
            | AppError::Busy
            | AppError::ServiceBusy(_)
            | AppError::LimitReached { .. }
            | AppError::NoCredits
            | AppError::Panicked
            | AppError::Internal(_) => true,
        }
    }

    #[test]
    fn every_api_message_is_known_to_the_front_end() {
        let rows: Vec<Row> = serde_json::from_str(include_str!("../../../../infra/server-messages.json"))
            .expect("a list of messages");
        let known: Vec<&str> = rows.iter().map(|row| row.message.as_str()).collect();
        let errors = every_error();
        assert!(errors.iter().all(is_listed));
        let messages: Vec<String> = errors.iter().map(|error| graphql_failure(error).error_message).collect();
        let (known_set, server_set): (BTreeSet<&str>, BTreeSet<&str>) =
            (known.iter().copied().collect(), messages.iter().map(String::as_str).collect());
        assert_eq!(known_set, server_set, "infra/server-messages.json and the server disagree");
        assert_eq!(known.len(), known_set.len(), "a message stands there twice");
    }

    #[test]
    fn only_faults_of_ours_are_internal() {
        let internal = "Internal";
        for (error, expected) in [
            (AppError::ImportFailed(ErrorCode::UnsupportedPicture), "ImportFailed"),
            (AppError::ImportFailed(ErrorCode::PictureTooLarge), "ImportFailed"),
            (AppError::ImportFailed(ErrorCode::UploadMissing), "ImportFailed"),
            (AppError::ImportFailed(ErrorCode::SiteBlocked), "ImportFailed"),
            (AppError::ImportFailed(ErrorCode::NotARecipe), "ImportFailed"),
            (AppError::ImportFailedForNow(ErrorCode::Unreachable), "ImportFailed"),
            (AppError::RefusedAddress(ErrorCode::InvalidUrl), "BadRequest"),
            (AppError::InvalidInput(Refusal::StillImporting), "BadRequest"),
            (AppError::ImportFailed(ErrorCode::ReaderFailed), internal),
            (AppError::ImportFailed(ErrorCode::NoTextRecognition), internal),
            (AppError::ImportFailedForNow(ErrorCode::Interrupted), internal),
            (AppError::ImportFailed(ErrorCode::Internal), internal),
            (AppError::Panicked, internal),
            (AppError::Internal(String::new()), internal),
        ] {
            assert_eq!(graphql_failure(&error).error_type, expected, "{error:?}");
        }
    }

    #[test]
    fn only_errors_for_the_operator_are_faults() {
        for error in every_error() {
            let error_type = graphql_failure(&error).error_type;
            let expected = error_type == "Internal" || matches!(error, AppError::ServiceBusy(_));
            assert_eq!(error.is_fault(), expected, "{error:?}");
        }
    }

    #[test]
    fn internal_error_details_are_hidden_from_callers() {
        let detail = || "table arn:aws:dynamodb:…".to_owned();
        for error in [AppError::Internal(detail()), AppError::ServiceBusy(detail())] {
            for failure in [graphql_failure(&error), state_failure(&error), event_failure(&error)] {
                assert!(!format!("{failure:?}").contains("arn:"), "{failure:?}");
            }
        }
    }

    #[test]
    fn state_failures_distinguish_retryable_errors() {
        for (error, name) in [
            (AppError::ImportFailed(ErrorCode::NotFound), "NOT_FOUND"),
            (AppError::ImportFailedForNow(ErrorCode::TimedOut), "Transient.TIMED_OUT"),
            (AppError::Busy, "Busy"),
            (AppError::ServiceBusy("detail".to_owned()), "Busy"),
            (AppError::Superseded, "Superseded"),
            (AppError::Panicked, "READER_FAILED"),
            (AppError::Internal(String::new()), "INTERNAL"),
        ] {
            assert_eq!(state_failure(&error).error_type, name);
        }
    }
}
