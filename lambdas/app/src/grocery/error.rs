use thiserror::Error;

/// Why the partner returned no link to a shopping page. The texts are logged, and contain no request or
/// response data.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartnerError {
    /// The partner asks to retry later.
    #[error("the partner asks to try again, status {status}")]
    Busy {
        /// HTTP status.
        status: u16,
    },
    /// Down or too slow. The page may have been created, so the call is not retried.
    #[error("the partner does not answer: {0}")]
    Unavailable(&'static str),
    /// The API key is unknown or not permitted.
    #[error("the partner refused the key, status {status}")]
    KeyRefused {
        /// HTTP status.
        status: u16,
    },
    /// The partner rejected the request.
    #[error("the partner refused the page, status {status}, code {code}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The partner's error code, or 0.
        code: u64,
    },
    /// The response is too long or malformed.
    #[error("the partner's answer can't be read")]
    Unreadable,
    /// The response has no link to the partner's site.
    #[error("the partner's answer has no link of its own")]
    NoLink,
}
