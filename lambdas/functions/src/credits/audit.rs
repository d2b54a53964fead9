//! Nightly audit of all credit rows; read-only.

use std::time::Duration;

use crate::runtime::Subject;
use app::credits::audit::{self, Audited, SegmentPosition};
use app::owners::pseudonym;
use app::{AppError, OwnerId};
use aws::{Clients, DynamoLedger};
use billing::ledger::{Damage, UserId};
use serde::Deserialize;

/// The function's timeout, and the part of it that an audit uses. The answer has the position to continue at.
const TIMEOUT: Duration = Duration::from_secs(900);
const BUDGET: Duration = Duration::from_secs(780);

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

/// Audits everything, or continues where another call ended.
#[derive(Debug, Deserialize)]
pub struct AuditRequest {
    /// `next` of the previous answer, or the segments to audit; all if absent.
    #[serde(default)]
    after: Option<Vec<SegmentPosition>>,
}

impl Subject for AuditRequest {
    fn subject(&self) -> String {
        if self.after.is_some() { "the rest" } else { "all" }.to_owned()
    }
}

impl Function {
    /// Reads `LEDGER_TABLE`.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self { ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?) })
    }

    /// Audits until everything is done or the time is over. template.yaml has a metric filter on the last log
    /// line.
    pub async fn handle(&self, request: AuditRequest) -> Result<Audited, AppError> {
        let now = crate::runtime::now();
        let audited =
            audit::audit(&self.ledger, now, request.after, crate::runtime::after(BUDGET), tell).await?;
        let Audited { members, rows, damages, next, .. } = &audited;
        let unfinished = u8::from(next.is_some());
        tracing::info!(members, rows, damages, unfinished, "credits audited");
        Ok(audited)
    }
}

/// Logs the row and the member's pseudonym, but no content.
fn tell(member: &UserId, damage: &Damage) {
    let member = pseudonym(&OwnerId::new(member.as_str()));
    tracing::error!(member, row = damage.row, finding = %damage.finding, "damaged");
}
