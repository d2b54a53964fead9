//! Publishes changes of the recipe table's stream to subscribed clients.

use crate::runtime::StreamBatch;
use app::{AppError, publish};
use aws::stream::{self, StreamRecord};
use aws::{AppSyncPublisher, Clients};

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    publisher: AppSyncPublisher,
}

impl Function {
    /// Reads `GRAPHQL_ENDPOINT`.
    pub async fn from_env() -> Result<Self, AppError> {
        let endpoint = crate::runtime::required("GRAPHQL_ENDPOINT")?;
        Ok(Self { publisher: AppSyncPublisher::new(&Clients::from_env().await, endpoint)? })
    }

    /// Publishes one batch.
    ///
    /// # Errors
    /// The first error; the stream delivers the batch again.
    pub async fn handle(&self, batch: StreamBatch<StreamRecord>) -> Result<usize, AppError> {
        publish::publish(&self.publisher, stream::row_changes(batch.records)).await
    }
}
