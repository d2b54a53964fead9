//! Removes expired credits on a schedule.

use std::collections::BTreeSet;

use billing::ledger::{Due, DueKind, Expire, Lookups, RetryPolicy, Store, UserId, perform};
use zest_core::Timestamp;

use crate::error::AppError;

const PAGE: u32 = 100;

/// Counts of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Members whose expired credits were removed.
    pub members: usize,
    /// Members whose sweep failed; the next sweep retries them.
    pub failed: usize,
}

/// Removes expired credits from balances, earliest expiry first, until done or `is_over`.
pub async fn expire<Retry: RetryPolicy>(
    rows: &(impl Store + Lookups),
    now: Timestamp,
    retry: impl Fn() -> Retry,
    is_over: impl Fn() -> bool,
    failed: impl Fn(&billing::ledger::Failure),
) -> Result<Swept, AppError> {
    let mut seen: BTreeSet<UserId> = BTreeSet::new();
    let mut swept = Swept::default();
    let mut page = PAGE;
    while !is_over() {
        let due = rows.due(DueKind::Grants, now, page).await?;
        let is_last = due.len() < usize::try_from(page).unwrap_or(usize::MAX);
        let mut is_new = false;
        for due in due {
            let Due::Grant(member) = due else { continue };
            if is_over() || !seen.insert(member.clone()) {
                continue;
            }
            is_new = true;
            match perform(rows, &Expire { member }, now, &mut retry()).await {
                Ok(()) => swept.members += 1,
                Err(error) => {
                    swept.failed += 1;
                    failed(&error);
                }
            }
        }
        if is_last {
            break;
        }
        // Grants that could not be removed stay first, so read a larger page.
        if !is_new {
            page = page.saturating_mul(2);
        }
    }
    Ok(swept)
}
