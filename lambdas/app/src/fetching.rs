//! Port of the fetcher.

use std::future::Future;

use thiserror::Error;
use url::Url;

use crate::failure::ErrorCode;

/// Kind of resource; determines the request headers and the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A page, at most 4 MiB decoded.
    Page,
    /// A photo, at most 15 MiB.
    Picture,
}

/// A 2xx response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Address after redirects.
    pub url: Url,
    /// `Content-Type` header, if readable.
    pub content_type: Option<String>,
    /// Decoded body, within the limit of [`Wanted`].
    pub body: Vec<u8>,
}

/// Why a fetch failed; each maps to an [`ErrorCode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FetchError {
    /// Not an http(s) address, or malformed.
    #[error("the address is malformed")]
    InvalidUrl,
    /// Private or reserved address or port.
    #[error("the address is not public")]
    NotAllowed,
    /// Host not found, connection refused or reset, TLS error, or broken body.
    #[error("the site did not answer")]
    Unreachable,
    /// Connect, read or total timeout.
    #[error("the site took too long")]
    TimedOut,
    /// Status 404 or 410.
    #[error("there is no such page")]
    NotFound,
    /// Status 401, 402, 403, 407, 429 or 451, or a bot challenge.
    #[error("the site refuses servers")]
    Blocked,
    /// Any other status that is not 2xx.
    #[error("the site answered with status {0}")]
    SiteError(u16),
    /// Size limit exceeded.
    #[error("the page is too large")]
    TooLarge,
    /// More than five redirects, or a redirect without a valid address.
    #[error("the address redirects too often")]
    TooManyRedirects,
}

impl FetchError {
    /// Whether a later retry may succeed.
    #[must_use]
    pub fn is_transient(self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut => true,
            Self::SiteError(status) => status >= 500,
            _ => false,
        }
    }
}

impl From<FetchError> for ErrorCode {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::InvalidUrl => ErrorCode::InvalidUrl,
            FetchError::NotAllowed => ErrorCode::AddressNotAllowed,
            FetchError::Unreachable => ErrorCode::Unreachable,
            FetchError::TimedOut => ErrorCode::TimedOut,
            FetchError::NotFound => ErrorCode::NotFound,
            FetchError::Blocked => ErrorCode::SiteBlocked,
            FetchError::SiteError(_) => ErrorCode::SiteError,
            FetchError::TooLarge => ErrorCode::TooLarge,
            FetchError::TooManyRedirects => ErrorCode::TooManyRedirects,
        }
    }
}

/// Fetches addresses submitted by users.
pub trait Fetcher: Send + Sync {
    /// Fetches `address` under the rules of the guard.
    fn fetch(
        &self,
        address: &str,
        wanted: Wanted,
    ) -> impl Future<Output = Result<Fetched, FetchError>> + Send;
}
