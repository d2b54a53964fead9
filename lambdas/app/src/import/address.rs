//! An address that a person gives.

use url::Url;

use crate::addresses::guard::{Guard, read_address};
use crate::error::AppError;
use crate::failure::ErrorCode;

/// Longest address that is taken, in bytes.
pub const URL_LIMIT: usize = 2_000;

/// Reads the address of a page that a person's own browser has sent. Nothing is fetched from there, so it may lie in a network that
/// only that browser reaches.
///
/// # Errors
/// [`AppError::RefusedAddress`] for one that is no http(s) address, names a user, or is longer than [`URL_LIMIT`].
pub(crate) fn check_sent_address(url: &str) -> Result<Url, AppError> {
    if url.len() > URL_LIMIT {
        return Err(AppError::RefusedAddress(ErrorCode::InvalidUrl));
    }
    read_address(url).map_err(|error| AppError::RefusedAddress(error.into()))
}

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
