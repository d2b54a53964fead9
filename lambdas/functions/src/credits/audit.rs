//! Audits the rows of all credits, every night. It can only read.

use std::time::Duration;

use crate::runtime::Subject;
use app::credits::audit::{self, Audited};
use app::owners::pseudonym;
use app::{AppError, OwnerId};
use aws::{Clients, DynamoLedger};
use billing::ledger::{Damage, Moment, UserId};
use serde::Deserialize;

/// The function's own time, and how long of it is used: where more is to be looked at, the answer says where to go on.
const TIMEOUT: Duration = Duration::from_secs(900);
const BUDGET: Duration = Duration::from_secs(780);

/// What the function holds between invocations.
pub struct Function {
    ledger: DynamoLedger,
}

/// The event: audit everything, or what follows where another call has ended.
#[derive(Debug, Deserialize)]
pub struct AuditRequest {
    /// The `next` of that call's answer.
    #[serde(default)]
    after: Option<String>,
}

impl Subject for AuditRequest {
    fn subject(&self) -> String {
        if self.after.is_some() { "the rest" } else { "all" }.to_owned()
    }
}

impl Function {
    /// Reads `LEDGER_TABLE`.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a missing setting.
    pub async fn from_env() -> Result<Self, AppError> {
        let clients = Clients::within(TIMEOUT).await;
        Ok(Self { ledger: DynamoLedger::new(clients.dynamodb(), crate::runtime::required("LEDGER_TABLE")?) })
    }

    /// Audits until all is done or the time is over; template.yaml counts what the last line of the log says.
    ///
    /// # Errors
    /// As the ports have them.
    pub async fn handle(&self, request: AuditRequest) -> Result<Audited, AppError> {
        let now = Moment::from(crate::runtime::now());
        let audited =
            audit::audit(&self.ledger, now, request.after, crate::runtime::after(BUDGET), tell).await?;
        let Audited { members, rows, damages, next, .. } = &audited;
        let unfinished = u8::from(next.is_some());
        tracing::info!(members, rows, damages, unfinished, "credits audited");
        Ok(audited)
    }
}

/// Names the row and, by a hash of the user name, whose it is; nothing that stands in it.
fn tell(member: &UserId, damage: &Damage) {
    let member = pseudonym(&OwnerId::new(member.as_str()));
    tracing::error!(member, row = damage.row, finding = %damage.finding, "damaged");
}
