use std::future::Future;

use crate::error::WriteError;
use crate::feedback::model::Feedback;
use crate::ids::{FeedbackId, OwnerId};
use crate::listing::{PageRequest, RowPage};
use zest_core::PortError;

/// Feedback by id, author and time. Lists are eventually consistent and skip unreadable rows.
pub trait FeedbackStore: Send + Sync {
    /// Loads feedback (strongly consistent).
    fn get(&self, id: &FeedbackId) -> impl Future<Output = Result<Option<Feedback>, PortError>> + Send;

    /// Stores new feedback; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, feedback: &Feedback) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces feedback; [`WriteError::Conflict`] unless version `was` is stored.
    fn replace(&self, feedback: &Feedback, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes feedback; idempotent.
    fn delete(&self, id: &FeedbackId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// One page of an author's feedback by time.
    fn of_creator(
        &self,
        creator: &OwnerId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Feedback>, PortError>> + Send;

    /// One page of all feedback by time.
    fn all(&self, page: &PageRequest) -> impl Future<Output = Result<RowPage<Feedback>, PortError>> + Send;

    /// Deletes all feedback of an author, including unreadable rows.
    fn forget(&self, creator: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
