//! Runs every five minutes: purchases that are pending are looked at, whatever events have been lost.

use std::time::Duration;

use crate::payments::account::{Moment, Payments, retry_policy};
use crate::runtime::Subject;
use app::AppError;
use billing::payments::PurchaseError;
use serde::{Deserialize, Serialize};

/// How long a purchase must have been pending: somebody who is paying now needs no look.
const QUIET: Duration = Duration::from_secs(120);
/// How many pending purchases one sweep knows of: they are keys only.
const MOST: u32 = 1_000;
/// How long one sweep looks; the next goes on elsewhere. It ends well before the function's 60 seconds.
const BUDGET: Duration = Duration::from_secs(35);

/// What the function holds between invocations.
pub struct Function {
    payments: Payments,
}

/// Why the function was called: the schedule, or a start of the local cloud.
#[derive(Debug, Deserialize)]
pub struct Trigger {
    /// Overrides how long a purchase must have been pending.
    #[serde(rename = "quietSeconds", default)]
    quiet_seconds: Option<u64>,
}

impl Subject for Trigger {
    fn subject(&self) -> String {
        "pending purchases".to_owned()
    }
}

/// What a sweep has found; counts of purchases.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Were granted or failed.
    settled: u32,
    /// Are to be looked at again.
    waiting: u32,
    /// Are such that somebody must look.
    odd: u32,
    /// Could not be looked at.
    failed: u32,
}

impl Function {
    /// Reads what [`Payments::from_env`] reads.
    ///
    /// # Errors
    /// [`AppError::Internal`] for a setting that is missing or not understood.
    pub async fn from_env() -> Result<Self, AppError> {
        Ok(Self { payments: Payments::from_env().await? })
    }

    /// Sweeps; without credits, or before an account is set up, there is nothing to sweep.
    ///
    /// # Errors
    /// As the ledger has them where the list itself cannot be had, and where every look has failed.
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
        let quiet = trigger.quiet_seconds.map_or(QUIET, Duration::from_secs);
        let until = Moment::from_millis(now.millis().saturating_sub(millis(quiet)));
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
    fn the_schedule_and_a_start_are_told_apart() {
        let read = |json: &str| serde_json::from_str::<Trigger>(json).unwrap().quiet_seconds;
        assert_eq!(read(r#"{"source":"schedule"}"#), None);
        assert_eq!(read(r#"{"quietSeconds":0}"#), Some(0));
    }
}
