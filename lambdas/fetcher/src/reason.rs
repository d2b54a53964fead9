use std::error::Error as StdError;

use app::fetching::FetchError;

use crate::names::Refused;

/// Maps reqwest's error. Its text is dropped, because it contains hosts and addresses.
pub(crate) fn reason_of(error: &reqwest::Error) -> FetchError {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(current) = cause {
        if current.is::<Refused>() {
            return FetchError::NotAllowed;
        }
        cause = current.source();
    }
    match error {
        _ if error.is_timeout() => FetchError::TimedOut,
        _ if error.is_builder() => FetchError::InvalidUrl,
        _ => FetchError::Unreachable,
    }
}
