//! An address that a person gives.

use url::Url;

use crate::addresses::guard::Guard;
use crate::error::AppError;
use crate::failure::ErrorCode;

/// Longest address that is taken, in bytes.
pub const URL_LIMIT: usize = 2_000;

/// Reads an address that a person has given.
///
/// # Errors
/// [`AppError::RefusedAddress`] for one that is no public address of a page, or longer than [`URL_LIMIT`].
pub(crate) fn check_address(guard: &Guard, url: &str) -> Result<Url, AppError> {
    if url.len() > URL_LIMIT {
        return Err(AppError::RefusedAddress(ErrorCode::InvalidUrl));
    }
    guard.check(url).map_err(|error| AppError::RefusedAddress(error.into()))
}
