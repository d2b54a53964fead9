//! From the recipes' stream to the ledger.

use app::AppError;
use app::holds::{self, SettledHolds};
use aws::stream::{self, StreamEvent};
use aws::{Clients, DynamoLedger};
use runtime::Subject;
use serde::Deserialize;

/// What the function holds between invocations.
pub struct Function {
    ledger: DynamoLedger,
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
    /// Reads `LEDGER_TABLE`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self { ledger: DynamoLedger::new(clients.dynamodb(), runtime::required("LEDGER_TABLE")?) })
    }

    /// Ends the holds of one batch.
    ///
    /// # Errors
    /// The first that happens: the stream then delivers the batch again.
    pub async fn handle(&self, batch: Batch) -> Result<SettledHolds, AppError> {
        let report = holds::follow(&self.ledger, stream::charge_changes(batch.0), runtime::now()).await?;
        if report.odd > 0 {
            tracing::error!(odd = report.odd, "holds had ended otherwise than their imports");
        }
        Ok(report)
    }
}
