//! What a use case answers when it does not do what it was asked: one closed set, with one mapping per kind of
//! caller in `runtime`. And what a port answers to a use case in the same case.

use thiserror::Error;

use crate::failure::ErrorCode;
use crate::ids::{FeedbackId, InvalidId, RecipeId};
use crate::model::TransitionRefused;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;

/// Why a use case refused or failed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum AppError {
    /// The caller may not do this, or the thing is not theirs: which of the two is not told.
    #[error("Unauthorized")]
    Unauthorized,
    /// The caller has not said who they are, where that is needed.
    #[error("Authentication required for this operation")]
    AuthenticationRequired,
    /// No such recipe, told only to someone who may know.
    #[error("Recipe with id {0} not found")]
    RecipeNotFound(RecipeId),
    /// There is no feedback with this id, or none that the caller may know of.
    #[error("Feedback with id {0} not found")]
    FeedbackNotFound(FeedbackId),
    /// There is nothing to copy, or nothing that the caller may see.
    #[error("Original recipe not found")]
    OriginalNotFound,
    /// What was sent cannot be taken.
    #[error("{}", .0.sentence())]
    InvalidInput(Refusal),
    /// The address cannot be imported, known before anything is stored.
    #[error("{}", .0.as_str())]
    RefusedAddress(ErrorCode),
    /// Somebody else changed the recipe first.
    #[error("CONFLICT")]
    Conflict,
    /// The import ended for a reason that the person can understand.
    #[error("{}", .0.sentence())]
    ImportFailed(ErrorCode),
    /// The same, and a second try a little later may succeed.
    #[error("{}", .0.sentence())]
    ImportFailedForNow(ErrorCode),
    /// The recipe was deleted, or a later attempt has taken over: there is nothing left to do.
    #[error("the job is no longer wanted")]
    Superseded,
    /// A service that we stand on is busy: the same call may succeed a little later.
    #[error("Zest is busy. Try again in a moment.")]
    Busy,
    /// So much has been used that no more is given before this moment.
    #[error("LIMIT_REACHED: try again after {}", String::from(*.again))]
    LimitReached {
        /// From when on the same call may succeed.
        again: Timestamp,
    },
    /// What is asked for costs a credit, and the member has none left.
    #[error("NO_CREDITS")]
    NoCredits,
    /// A function of ours has panicked over what it was given: it would again. Where is in the log.
    #[error("panicked")]
    Panicked,
    /// A fault of ours. The text is for the log, never for a client.
    #[error("internal: {0}")]
    Internal(String),
}

/// Why something outside did not do what it was asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PortError {
    /// Busy or out of reach for now; the same call may succeed later.
    #[error("busy: {0}")]
    Busy(String),
    /// Refused or broken: a second try will not help. The text is for the log.
    #[error("broken: {0}")]
    Broken(String),
    /// What is kept cannot be read: it was written by a newer version, or damaged. The text is for the log.
    #[error("unreadable: {0}")]
    Unreadable(String),
}

/// Why a write to the recipe store did not happen. Nothing was changed then.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WriteError {
    /// Another version than expected is stored, or something is where nothing should be.
    #[error("another version is stored")]
    Conflict,
    /// Its owner has deleted all that was begun so far, or is leaving: another try would end alike.
    #[error("its owner has deleted everything")]
    Ended,
    /// The store is busy or broken, or what it holds is unreadable: which of these the [`PortError`] says.
    #[error(transparent)]
    Port(#[from] PortError),
}

impl From<PortError> for AppError {
    fn from(error: PortError) -> Self {
        match error {
            PortError::Busy(_) => Self::Busy,
            PortError::Broken(detail) | PortError::Unreadable(detail) => Self::Internal(detail),
        }
    }
}

impl From<billing::ledger::StoreError> for AppError {
    fn from(error: billing::ledger::StoreError) -> Self {
        match error {
            billing::ledger::StoreError::Busy(_) => Self::Busy,
            billing::ledger::StoreError::Broken(detail) | billing::ledger::StoreError::Unreadable(detail) => {
                Self::Internal(detail)
            }
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
