//! From the table's stream to the open lists.

use crate::runtime::StreamBatch;
use app::{AppError, publish};
use aws::stream::{self, StreamRecord};
use aws::{AppSyncPublisher, Clients};

/// What the function holds between invocations.
pub struct Function {
    publisher: AppSyncPublisher,
}

impl Function {
    /// Reads `GRAPHQL_ENDPOINT`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting, or an environment without credentials.
    pub async fn from_env() -> Result<Self, AppError> {
        let endpoint = crate::runtime::required("GRAPHQL_ENDPOINT")?;
        Ok(Self { publisher: AppSyncPublisher::new(&Clients::from_env().await, endpoint)? })
    }

    /// Publishes one batch.
    ///
    /// # Errors
    /// The first that happens: the stream then delivers the batch again.
    pub async fn handle(&self, batch: StreamBatch<StreamRecord>) -> Result<usize, AppError> {
        publish::publish(&self.publisher, stream::row_changes(batch.records)).await
    }
}
