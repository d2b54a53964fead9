//! The port through which feedback is kept.

use std::future::Future;

use crate::error::{PortError, WriteError};
use crate::feedback::model::Feedback;
use crate::ids::{FeedbackId, OwnerId};
use crate::listing::{PageRequest, RowPage};

/// Feedback by its id, by its creator and by its moment. Of lists the newest may not be there yet; what cannot be read is
/// left out of them.
pub trait FeedbackStore: Send + Sync {
    /// The feedback with this id (a strong read).
    fn get(&self, id: &FeedbackId) -> impl Future<Output = Result<Option<Feedback>, PortError>> + Send;

    /// Keeps new feedback; [`WriteError::Conflict`] where its id is taken.
    fn create(&self, feedback: &Feedback) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces feedback; [`WriteError::Conflict`] unless the stored version is `was`.
    fn replace(&self, feedback: &Feedback, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes feedback for good; what is not there is no error.
    fn delete(&self, id: &FeedbackId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// One page of what a creator has written, by its moment.
    fn of_creator(
        &self,
        creator: &OwnerId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Feedback>, PortError>> + Send;

    /// One page of everybody's, by its moment.
    fn all(&self, page: &PageRequest) -> impl Future<Output = Result<RowPage<Feedback>, PortError>> + Send;

    /// Deletes all that a creator has written, readable or not.
    fn forget(&self, creator: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
