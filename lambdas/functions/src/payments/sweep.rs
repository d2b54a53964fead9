//! Scheduled every five minutes: settles pending purchases, in case events were lost.

use std::time::Duration;

use crate::payments::account::{Payments, retry_policy};
use crate::runtime::Subject;
use app::AppError;
use billing::payments::PurchaseError;
use serde::{Deserialize, Serialize};
use zest_core::Timestamp;

/// Minimum age of a pending purchase, so that ongoing payments are left alone.
const MIN_PENDING_AGE: Duration = Duration::from_secs(120);
/// Maximum pending purchases that a sweep lists.
const MOST: u32 = 1_000;
/// Time limit of one sweep; below the function's 60 seconds.
const BUDGET: Duration = Duration::from_secs(35);

/// Runs the function until Lambda ends it.
#[tokio::main(flavor = "current_thread")]
pub async fn start() -> crate::runtime::MainResult {
    let function = Function::from_env().await?;
    crate::runtime::serve(crate::runtime::event_failure, |trigger| function.handle(trigger)).await
}

/// State shared by invocations.
pub struct Function {
    payments: Payments,
}

/// The schedule, or a start of the local cloud.
#[derive(Debug, Deserialize)]
pub struct Trigger {
    #[serde(rename = "quietSeconds", default)]
    quiet_seconds: Option<u64>,
}

impl Subject for Trigger {
    fn subject(&self) -> String {
        "pending purchases".to_owned()
    }
}

/// Counts of purchases.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    settled: u32,
    waiting: u32,
    odd: u32,
    /// Purchases that could not be checked.
    failed: u32,
}

impl Function {
    /// Reads the settings of [`Payments`].
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self { payments: Payments::from_env().await? })
    }

    /// Sweeps; does nothing without credits or a Stripe account.
    ///
    /// # Errors
    /// The query failed, or every purchase failed.
    pub async fn handle(&self, trigger: Trigger) -> Result<Report, AppError> {
        if self.payments.on().is_err() {
            return Ok(Report::default());
        }
        let account = match self.payments.account().await {
            Ok(account) => account,
            Err(error) => {
                tracing::info!(%error, "no account");
                return Ok(Report::default());
            }
        };
        let now = crate::payments::account::now();
        let quiet = trigger.quiet_seconds.map_or(MIN_PENDING_AGE, Duration::from_secs);
        let until = Timestamp::from_millis(now.millis().saturating_sub(millis(quiet)));
        let is_over = crate::runtime::after(BUDGET);
        let swept =
            self.payments.service(&account).sweep(until, MOST, is_over, now, &mut retry_policy()).await;
        let swept = swept.map_err(internal)?;
        if swept.odd > 0 {
            tracing::warn!(count = swept.odd, "odd payment");
        }
        let report =
            Report { settled: swept.settled, waiting: swept.waiting, odd: swept.odd, failed: swept.failed };
        if report.failed > 0 && report.settled + report.waiting + report.odd == 0 {
            return Err(AppError::Internal(format!(
                "none of {} purchases could be looked at",
                report.failed
            )));
        }
        Ok(report)
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn internal(error: PurchaseError) -> AppError {
    AppError::Internal(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedule_and_local_start_are_parsed() {
        let read = |json: &str| serde_json::from_str::<Trigger>(json).unwrap().quiet_seconds;
        assert_eq!(read(r#"{"source":"schedule"}"#), None);
        assert_eq!(read(r#"{"quietSeconds":0}"#), Some(0));
    }
}
