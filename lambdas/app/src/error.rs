//! Errors of use cases (mapped to responses in `runtime`) and of ports.

use std::error::Error;
use zest_core::PortError;

use crate::failure::ErrorCode;
use crate::ids::FeedbackId;
use crate::model::TransitionRefused;
use crate::refusal::Refusal;
use zest_core::{InvalidId, RecipeId, Timestamp};

/// Sentence for a caller who may retry.
const BUSY: &str = "Zest is busy. Try again in a moment.";

/// Error of a use case.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AppError {
    /// Not allowed, or not the caller's; the two are not distinguished.
    #[error("Unauthorized")]
    Unauthorized,
    /// The caller is not signed in.
    #[error("Authentication required for this operation")]
    AuthenticationRequired,
    /// No such recipe; reported only to callers who may know.
    #[error("Recipe with id {0} not found")]
    RecipeNotFound(RecipeId),
    /// No such feedback, or not visible to the caller.
    #[error("Feedback with id {0} not found")]
    FeedbackNotFound(FeedbackId),
    /// No such shared list: never created, ended or expired.
    #[error("Shared list not found")]
    SharedListNotFound,
    /// The recipe to copy does not exist or is not visible to the caller.
    #[error("Original recipe not found")]
    OriginalNotFound,
    /// Invalid input.
    #[error("{}", .0.sentence())]
    InvalidInput(Refusal),
    /// The address cannot be imported; nothing was stored.
    #[error("{}", .0.as_str())]
    RefusedAddress(ErrorCode),
    /// The recipe was changed concurrently.
    #[error("CONFLICT")]
    Conflict,
    /// The import failed for a reason shown to the user.
    #[error("{}", .0.sentence())]
    ImportFailed(ErrorCode),
    /// As [`Self::ImportFailed`], but a later retry may succeed.
    #[error("{}", .0.sentence())]
    ImportFailedForNow(ErrorCode),
    /// The recipe was deleted, or a later attempt has started; the job stops.
    #[error("the job is no longer wanted")]
    Superseded,
    /// Too many callers at once, or a conflicting write; a retry may succeed.
    #[error("{BUSY}")]
    Busy,
    /// A service throttled or did not answer; a retry may succeed. The text is logged, never sent to a client.
    #[error("busy: {0}")]
    ServiceBusy(String),
    /// Rate limit reached.
    #[error("LIMIT_REACHED: try again after {}", String::from(*.again))]
    LimitReached {
        /// End of the limit's window.
        again: Timestamp,
    },
    /// The member has no credits left.
    #[error("NO_CREDITS")]
    NoCredits,
    /// A function panicked on its input; a retry would panic again. The location is logged.
    #[error("panicked")]
    Panicked,
    /// Internal error. The text is logged, never sent to a client.
    #[error("internal: {0}")]
    Internal(String),
}

/// Error of a write to the recipe store; nothing was changed.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WriteError {
    /// Another version is stored, or the id is taken.
    #[error("another version is stored")]
    Conflict,
    /// The owner has started a deletion since; a retry is pointless.
    #[error("its owner has deleted everything")]
    Ended,
    /// The store failed.
    #[error(transparent)]
    Port(#[from] PortError),
}

impl AppError {
    /// An internal error with its chain of sources.
    #[must_use]
    pub fn internal(error: &dyn Error) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        Self::Internal(text)
    }

    /// Whether a retry may succeed because a service, or Zest itself, is busy.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Busy | Self::ServiceBusy(_))
    }

    /// Whether the operator must look: a fault of ours or of a service, not a refusal or a dead page.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        match self {
            Self::Panicked | Self::Internal(_) | Self::ServiceBusy(_) => true,
            Self::ImportFailed(code) | Self::ImportFailedForNow(code) => code.is_ours(),
            _ => false,
        }
    }
}

impl From<PortError> for AppError {
    fn from(error: PortError) -> Self {
        match error {
            PortError::Busy(detail) => Self::ServiceBusy(detail),
            PortError::Broken(detail) | PortError::Unreadable(detail) => Self::Internal(detail),
        }
    }
}

impl From<InvalidId> for AppError {
    fn from(_: InvalidId) -> Self {
        Self::InvalidInput(Refusal::MalformedId)
    }
}

impl From<TransitionRefused> for AppError {
    fn from(_: TransitionRefused) -> Self {
        Self::Superseded
    }
}
