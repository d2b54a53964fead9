//! The port through which a submitted address is fetched.

use std::future::Future;

use thiserror::Error;
use url::Url;

use crate::failure::ErrorCode;

/// What is asked for, which decides the headers sent and the size allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A page: at most 4 MiB of decoded bytes.
    Page,
    /// A picture: at most 15 MiB.
    Picture,
}

/// What came back with a status of 2xx.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The address after all redirects.
    pub url: Url,
    /// The `Content-Type` header as sent, if it was readable text.
    pub content_type: Option<String>,
    /// The body, its content encoding undone but not its character set; no longer than [`Wanted`] allows.
    pub body: Vec<u8>,
}

/// Why an address could not be fetched. A closed set: each has its own sentence for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FetchError {
    /// No http(s) address, or one that no browser would open.
    #[error("the address is malformed")]
    InvalidUrl,
    /// A private, local or otherwise reserved address or port: never fetched.
    #[error("the address is not public")]
    NotAllowed,
    /// No such host, refused, reset, a broken TLS handshake or a broken body.
    #[error("the site did not answer")]
    Unreachable,
    /// Connect, read or total time ran out.
    #[error("the site took too long")]
    TimedOut,
    /// The site answered 404 or 410.
    #[error("there is no such page")]
    NotFound,
    /// 401, 402, 403, 407, 429, 451 or a page that challenges robots.
    #[error("the site refuses servers")]
    Blocked,
    /// Any other status that is not 2xx.
    #[error("the site answered with status {0}")]
    SiteError(u16),
    /// More than the limit for what was wanted.
    #[error("the page is too large")]
    TooLarge,
    /// More than five redirects, or a redirect without a readable address.
    #[error("the address redirects too often")]
    TooManyRedirects,
}

impl FetchError {
    /// Whether a second try a little later may succeed.
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

/// Fetches what users submit, and nothing else.
pub trait Fetcher: Send + Sync {
    /// Fetches `address` under the rules of the guard.
    ///
    /// # Errors
    /// The reason as a [`FetchError`]; nothing of the answer is kept then.
    fn fetch(
        &self,
        address: &str,
        wanted: Wanted,
    ) -> impl Future<Output = Result<Fetched, FetchError>> + Send;
}
