//! Port of the artifact store, and names of artifacts.

use std::future::Future;

use crate::error::AppError;
use crate::job::Job;
use zest_core::PortError;

/// Fetched page: a JSON frame (address, content type), then the body.
pub const PAGE: &str = "page";
/// The result of the engine, as JSON.
pub const EXTRACTION: &str = "extraction.json";

/// Store of artifacts, which are deleted after a day.
pub trait Artifacts: Send + Sync {
    /// Stores or replaces an artifact.
    fn put(
        &self,
        job: &Job,
        name: &str,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Loads an artifact, if it exists.
    fn get(&self, job: &Job, name: &str) -> impl Future<Output = Result<Option<Vec<u8>>, PortError>> + Send;

    /// Deletes an artifact; idempotent.
    fn delete(&self, job: &Job, name: &str) -> impl Future<Output = Result<(), PortError>> + Send;
}

pub(crate) fn lost(name: &str) -> AppError {
    AppError::Internal(format!("the artifact {name} is not there"))
}
