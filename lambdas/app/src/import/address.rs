use url::Url;

use crate::addresses::guard::{Guard, read_address};
use crate::error::AppError;
use crate::failure::ErrorCode;

/// Maximum bytes of a stored address.
pub const URL_LIMIT: usize = 2_000;

/// Checks the address of a sent page, which may be in a private network.
pub(crate) fn check_sent_address(url: &str) -> Result<Url, AppError> {
    if url.len() > URL_LIMIT {
        return Err(AppError::RefusedAddress(ErrorCode::InvalidUrl));
    }
    read_address(url).map_err(|error| AppError::RefusedAddress(error.into()))
}

pub(crate) fn check_address(guard: &Guard, url: &str) -> Result<Url, AppError> {
    if url.len() > URL_LIMIT {
        return Err(AppError::RefusedAddress(ErrorCode::InvalidUrl));
    }
    guard.check(url).map_err(|error| AppError::RefusedAddress(error.into()))
}
