use app::AppError;
use app::personal_tokens::Refused;

use crate::runtime::RestError;

/// A missing scope is 404, because CloudFront replaces a 403.
pub(super) fn refused(refused: Refused) -> RestError {
    match refused {
        Refused::NoToken => RestError::new(
            401,
            "Unauthorized",
            "Send a personal token that is neither expired nor revoked, as \"Authorization: Bearer zest_…\".",
        ),
        Refused::NoScope(scope) => RestError::new(
            404,
            "SCOPE_MISSING",
            format!("The token lacks the scope \"{}\". Create one that has it.", scope.as_str()),
        ),
        Refused::Error(error) => error.into(),
    }
}

/// 422 with the reason for a failure that the source caused, not Zest; 400 for a refused address.
pub(super) fn unread(error: AppError) -> RestError {
    match &error {
        AppError::ImportFailed(code) | AppError::ImportFailedForNow(code) if !code.is_ours() => {
            RestError::new(422, code.as_str(), code.sentence()).with_cause(error)
        }
        AppError::RefusedAddress(code) => RestError::new(400, code.as_str(), code.sentence()),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ErrorCode;
    use app::personal_tokens::Scope;

    #[test]
    fn refusals_have_a_status_that_cloudfront_keeps() {
        let status = |kind| refused(kind).status;
        assert_eq!(status(Refused::NoToken), 401);
        assert_eq!(status(Refused::NoScope(Scope::Extract)), 404);
        assert_eq!(status(Refused::Error(AppError::Busy)), 503);
    }

    #[test]
    fn unreadable_source_is_the_callers_error_and_a_crash_is_ours() {
        let code_of = |error| {
            let error = unread(error);
            (error.status, error.code)
        };
        assert_eq!(code_of(AppError::ImportFailed(ErrorCode::NotARecipe)), (422, "NOT_A_RECIPE"));
        assert_eq!(code_of(AppError::ImportFailedForNow(ErrorCode::TimedOut)), (422, "TIMED_OUT"));
        assert_eq!(
            code_of(AppError::RefusedAddress(ErrorCode::AddressNotAllowed)),
            (400, "ADDRESS_NOT_ALLOWED")
        );
        assert_eq!(code_of(AppError::ImportFailed(ErrorCode::Internal)), (500, "INTERNAL"));
        assert_eq!(code_of(AppError::Panicked), (500, "INTERNAL"));
    }
}
