//! The sweep of what has expired.

use std::collections::BTreeSet;

use billing::ledger::{Due, DueKind, Expire, Lookups, Moment, RetryPolicy, Store, UserId, perform};

use crate::error::AppError;

/// How many due grants one query of the index reads.
const PAGE: u32 = 100;

/// How many members a sweep has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Members whose expired credits are out of their balance now.
    pub members: usize,
    /// Members with whom it failed: the next sweep comes to them again.
    pub failed: usize,
}

/// Takes what has expired by now out of balances, the longest expired first, until nothing is due or `is_over` says so. What
/// is left then is the next sweep's, which begins with it; a member with whom it fails holds up nobody else.
///
/// # Errors
/// [`AppError::Busy`] or [`AppError::Internal`] where the index of what is due cannot be read.
pub async fn expire<Retry: RetryPolicy>(
    rows: &(impl Store + Lookups),
    now: Moment,
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
        // The first ones stay: those that failed, and those that the index has not noticed yet.
        if !is_new {
            page = page.saturating_mul(2);
        }
    }
    Ok(swept)
}
