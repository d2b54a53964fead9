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
        AppError::RecipeNotFound(_) | AppError::FeedbackNotFound(_) | AppError::OriginalNotFound => {
            "NotFound"
        }
        AppError::InvalidInput(_) | AppError::RefusedAddress(_) => "BadRequest",
        AppError::Conflict | AppError::Superseded => "Conflict",
        AppError::Busy => "Busy",
        AppError::LimitReached { .. } => "LimitReached",
        AppError::NoCredits => "NoCredits",
        AppError::ImportFailed(_)
        | AppError::ImportFailedForNow(_)
        | AppError::Panicked
        | AppError::Internal(_) => "Internal",
    };
    let error_message = match error {
        AppError::Internal(_) | AppError::Panicked => ErrorCode::Internal.as_str().to_owned(),
        AppError::ImportFailed(code) | AppError::ImportFailedForNow(code) => code.as_str().to_owned(),
        AppError::Superseded => AppError::Conflict.to_string(),
        other => other.to_string(),
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
        AppError::Panicked => ErrorCode::ReaderFailed.as_str().to_owned(),
        AppError::Busy | AppError::Conflict | AppError::LimitReached { .. } => "Busy".to_owned(),
        AppError::Unauthorized
        | AppError::AuthenticationRequired
        | AppError::RecipeNotFound(_)
        | AppError::FeedbackNotFound(_)
        | AppError::OriginalNotFound
        | AppError::InvalidInput(_)
        | AppError::NoCredits
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
    use std::collections::BTreeSet;

    use app::ids::FeedbackId;
    use app::refusal::Refusal;
    use app::{RecipeId, Timestamp};
    use serde::Deserialize;

    use super::*;

    /// A row of the list that the front end's tests read too.
    #[derive(Deserialize)]
    struct Row {
        message: String,
    }

    /// Every error there can be: of one with something in it, all that it can hold.
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
            AppError::OriginalNotFound,
            AppError::Conflict,
            AppError::Superseded,
            AppError::Busy,
            AppError::LimitReached { again: Timestamp::from_millis(1_795_356_300_000) },
            AppError::NoCredits,
            AppError::Panicked,
            AppError::Internal("table arn:aws:dynamodb:…".to_owned()),
        ];
        errors.extend(refused.chain(of_codes));
        errors
    }

    /// Does not compile when an error is added: then it belongs into [`every_error`] too.
    fn is_listed(error: &AppError) -> bool {
        match error {
            AppError::Unauthorized
            | AppError::AuthenticationRequired
            | AppError::RecipeNotFound(_)
            | AppError::FeedbackNotFound(_)
            | AppError::OriginalNotFound
            | AppError::InvalidInput(_)
            | AppError::RefusedAddress(_)
            | AppError::Conflict
            | AppError::ImportFailed(_)
            | AppError::ImportFailedForNow(_)
            | AppError::Superseded
            | AppError::Busy
            | AppError::LimitReached { .. }
            | AppError::NoCredits
            | AppError::Panicked
            | AppError::Internal(_) => true,
        }
    }

    #[test]
    fn every_message_of_the_api_is_one_that_the_front_end_knows() {
        let rows: Vec<Row> = serde_json::from_str(include_str!("../../../../infra/server-messages.json"))
            .expect("a list of messages");
        let known: Vec<&str> = rows.iter().map(|row| row.message.as_str()).collect();
        let errors = every_error();
        assert!(errors.iter().all(is_listed));
        let told: Vec<String> = errors.iter().map(|error| graphql_failure(error).error_message).collect();
        let (known_set, told_set): (BTreeSet<&str>, BTreeSet<&str>) =
            (known.iter().copied().collect(), told.iter().map(String::as_str).collect());
        assert_eq!(known_set, told_set, "infra/server-messages.json and the server disagree");
        assert_eq!(known.len(), known_set.len(), "a message stands there twice");
    }

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
            (AppError::Panicked, "READER_FAILED"),
            (AppError::Internal(String::new()), "INTERNAL"),
        ] {
            assert_eq!(state_failure(&error).error_type, name);
        }
    }
}
