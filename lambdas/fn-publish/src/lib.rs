//! From the table's stream to the open lists.

use app::{AppError, publish};
use aws::stream::{self, StreamEvent};
use aws::{AppSyncPublisher, Clients};
use runtime::Subject;
use serde::Deserialize;

/// What the function holds between invocations.
pub struct Function {
    publisher: AppSyncPublisher,
}

/// A batch of records of the table's stream, at most as many as the event source mapping allows.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Batch(StreamEvent);

impl Subject for Batch {
    fn subject(&self) -> String {
        format!("{} records", self.0.len())
    }
}

impl Function {
    /// Reads `GRAPHQL_ENDPOINT`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting, or an environment without credentials.
    pub async fn from_env() -> Result<Self, AppError> {
        let endpoint = runtime::required("GRAPHQL_ENDPOINT")?;
        let publisher = AppSyncPublisher::new(&Clients::from_env().await, endpoint);
        let publisher = publisher.ok_or_else(|| AppError::Internal("no credentials or region".to_owned()))?;
        Ok(Self { publisher })
    }

    /// Publishes one batch.
    ///
    /// # Errors
    /// The first that happens: the stream then delivers the batch again.
    pub async fn handle(&self, batch: Batch) -> Result<usize, AppError> {
        publish::publish(&self.publisher, stream::row_changes(batch.0)).await
    }
}
