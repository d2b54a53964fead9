//! Scheduled every few minutes: expires grants and settles overdue holds.

use std::time::Duration;

use crate::runtime::Subject;
use app::AppError;
use app::credits::expiry::{self, Swept};
use app::holds;
use aws::{Backoff, Clients, DynamoConversations, DynamoLedger, DynamoRecipes};
use serde::Deserialize;

const BUDGET: Duration = Duration::from_secs(45);
const HOLDS: u32 = 100;
const RETRY_TIMEOUT: Duration = Duration::from_secs(4);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |event| function.handle(event)).await
}

/// State shared by invocations.
pub struct Function {
    ledger: DynamoLedger,
    recipes: DynamoRecipes,
    conversations: DynamoConversations,
}

/// The scheduled event, empty.
#[derive(Debug, Deserialize)]
pub struct Tick {}

impl Subject for Tick {
    fn subject(&self) -> String {
        "schedule".to_owned()
    }
}

impl Function {
    /// Reads `LEDGER_TABLE`, `TABLE_NAME` and `CONVERSATIONS_TABLE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::from_env().await;
        Ok(Self {
            ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?),
            recipes: DynamoRecipes::new(clients.dynamodb(), crate::runtime::required("TABLE_NAME")?),
            conversations: DynamoConversations::new(
                clients.dynamodb(),
                crate::runtime::required("CONVERSATIONS_TABLE")?,
            ),
        })
    }

    /// Sweeps once and returns the number of members with expired credits.
    ///
    /// # Errors
    /// A query or a member's expiry failed; the next sweep retries it.
    pub async fn handle(&self, _tick: Tick) -> Result<usize, AppError> {
        let now = crate::runtime::now();
        let moment = now;
        let failed = |error: &billing::ledger::Failure| tracing::warn!(%error, "not expired");
        let retry = || Backoff::within(RETRY_TIMEOUT);
        // A failed sweep does not stop the other one.
        let swept = expiry::expire(&self.ledger, moment, retry, crate::runtime::after(BUDGET), failed).await;
        let Self { ledger, recipes, conversations } = self;
        let ended = holds::settle_due_holds(ledger, recipes, conversations, now, HOLDS).await?;
        if ended.odd > 0 {
            tracing::warn!(odd = ended.odd, "holds that had ended otherwise");
        }
        let Swept { members, failed } = swept?;
        if failed > 0 {
            return Err(AppError::Internal(format!("the credits of {failed} members could not expire")));
        }
        Ok(members)
    }
}
