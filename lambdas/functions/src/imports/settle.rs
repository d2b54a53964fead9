//! Settles or releases holds, from the streams of recipes and conversations.

use crate::runtime::StreamBatch;
use app::AppError;
use app::holds::{self, SettledHolds};
use aws::stream::{self, StreamRecord};
use aws::{Clients, DynamoLedger};

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    ledger: DynamoLedger,
}

impl Function {
    /// Reads `LEDGER_TABLE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self { ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?) })
    }

    /// Settles or releases the holds of one batch.
    ///
    /// # Errors
    /// The first error; the stream delivers the batch again.
    pub async fn handle(&self, batch: StreamBatch<StreamRecord>) -> Result<SettledHolds, AppError> {
        let report =
            holds::follow(&self.ledger, stream::charge_changes(batch.records), crate::runtime::now()).await?;
        if report.odd > 0 {
            tracing::error!(odd = report.odd, "holds had ended otherwise than what they were for");
        }
        Ok(report)
    }
}
