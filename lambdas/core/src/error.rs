use thiserror::Error;

/// Why a call of a port failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PortError {
    /// Temporarily unavailable, or the response was lost; a retry may succeed. The text is logged.
    #[error("busy: {0}")]
    Busy(String),
    /// Permanent error. The text is logged.
    #[error("broken: {0}")]
    Broken(String),
    /// Stored data is damaged or was written by a newer version. The text is logged.
    #[error("unreadable: {0}")]
    Unreadable(String),
}
