//! Errors of use cases and ports. `runtime` maps use case errors to responses.

use std::error::Error;
use zest_core::PortError;

use crate::failure::ErrorCode;
use crate::ids::FeedbackId;
use crate::model::TransitionRefused;
use crate::refusal::Refusal;
use zest_core::{InvalidId, RecipeId, Timestamp};

const BUSY: &str = "Zest is busy. Try again in a moment.";

/// Error of a use case.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AppError {
    /// The caller may not do this, or does not own the item. The error does not distinguish the two.
    #[error("Unauthorized")]
    Unauthorized,
    /// The caller is not signed in.
    #[error("Authentication required for this operation")]
    AuthenticationRequired,
    /// The recipe does not exist; only used for callers who may know this.
    #[error("Recipe with id {0} not found")]
    RecipeNotFound(RecipeId),
    /// The feedback does not exist or is not visible to the caller.
    #[error("Feedback with id {0} not found")]
    FeedbackNotFound(FeedbackId),
    /// The shared list does not exist: never created, ended or expired.
    #[error("Shared list not found")]
    SharedListNotFound,
    /// The recipe to copy does not exist or is not visible to the caller.
    #[error("Original recipe not found")]
    OriginalNotFound,
    /// Input that breaks a rule; the [`Refusal`] names it.
    #[error("{}", .0.sentence())]
    InvalidInput(Refusal),
    /// The address cannot be imported; nothing was stored.
    #[error("{}", .0.as_str())]
    RefusedAddress(ErrorCode),
    /// The recipe or feedback was changed concurrently.
    #[error("CONFLICT")]
    Conflict,
    /// The import failed for a reason shown to the user.
    #[error("{}", .0.sentence())]
    ImportFailed(ErrorCode),
    /// Like [`Self::ImportFailed`], but a later retry may succeed.
    #[error("{}", .0.sentence())]
    ImportFailedForNow(ErrorCode),
    /// The recipe was deleted or a later attempt has started, so the job stops.
    #[error("the job is no longer wanted")]
    Superseded,
    /// Too many concurrent calls, or a conflicting write. A retry may succeed.
    #[error("{BUSY}")]
    Busy,
    /// A service throttled or did not respond; a retry may succeed. The text is logged and never sent to a
    /// client.
    #[error("busy: {0}")]
    ServiceBusy(String),
    /// Rate limit reached.
    #[error("LIMIT_REACHED: try again after {}", String::from(*.again))]
    LimitReached {
        /// End of the limit's time window.
        again: Timestamp,
    },
    /// The member has no credits left.
    #[error("NO_CREDITS")]
    NoCredits,
    /// A function panicked on its input; a retry would panic again. The location is logged.
    #[error("panicked")]
    Panicked,
    /// Internal error. The text is logged and never sent to a client.
    #[error("internal: {0}")]
    Internal(String),
}

/// Error of a write to a store. Unless it is `Port`, nothing was changed.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WriteError {
    /// Another version is stored, or the id is taken.
    #[error("another version is stored")]
    Conflict,
    /// The owner has started a deletion since; a retry would fail too.
    #[error("its owner has deleted everything")]
    Ended,
    /// The store failed.
    #[error(transparent)]
    Port(#[from] PortError),
}

impl AppError {
    /// An internal error with the texts of its sources.
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

    /// Whether a service, or Zest itself, is busy, so that a retry may succeed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Busy | Self::ServiceBusy(_))
    }

    /// Whether an operator must investigate: a fault in Zest or in a service, not a rejection or an
    /// unreachable page.
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
