//! The port through which one state of an import leaves documents for the next, and what they are called.

use std::future::Future;

use crate::error::{AppError, PortError};
use crate::job::Job;

/// The fetched page: a frame of JSON with its final address and content type, then one with its body.
pub const PAGE: &str = "page";
/// What was read from it.
pub const EXTRACTION: &str = "extraction.json";

/// What one import leaves for its next state; forgotten after a day.
pub trait Artifacts: Send + Sync {
    /// Keeps a document of a job under a name of ours, replacing an earlier one.
    fn put(
        &self,
        job: &Job,
        name: &str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// What was kept, or `None`.
    fn get(&self, job: &Job, name: &str) -> impl Future<Output = Result<Option<Vec<u8>>, PortError>> + Send;

    /// Forgets what was kept; nothing there is no error.
    fn delete(&self, job: &Job, name: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// An artifact that an earlier state has left is not there.
pub(crate) fn lost(name: &str) -> AppError {
    AppError::Internal(format!("the artifact {name} is not there"))
}
