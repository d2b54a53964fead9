//! Why the partner has no link.

use thiserror::Error;

/// Why there is no link. The texts are for the log: they repeat nothing that was sent or answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartnerError {
    /// It asks to come back later: the same call may be made again after a pause.
    #[error("the partner asks to try again, status {status}")]
    Busy {
        /// The status of its answer.
        status: u16,
    },
    /// It is down, or too slow. Whether it has made a page is not known, so the call is not made again by itself.
    #[error("the partner does not answer: {0}")]
    Unavailable(&'static str),
    /// It does not know our key, or does not let it do this.
    #[error("the partner refused the key, status {status}")]
    KeyRefused {
        /// The status of its answer.
        status: u16,
    },
    /// It does not take what was sent.
    #[error("the partner refused the page, status {status}, code {code}")]
    Refused {
        /// The status of its answer.
        status: u16,
        /// Its own code, 0 where it names none.
        code: u64,
    },
    /// Its answer is too long, or nothing that can be read.
    #[error("the partner's answer can't be read")]
    Unreadable,
    /// Its answer can be read and has no link of the partner's own in it.
    #[error("the partner's answer has no link of its own")]
    NoLink,
}
