//! The audit of all members' rows.

use std::collections::BTreeSet;
use std::future::Future;

use billing::ledger::{Damage, Lookups, MemberRows, Moment, StoreError, UserId};
use serde::Serialize;

use crate::error::AppError;

/// Members whose rows lie together in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPage {
    /// Each at least once.
    pub members: BTreeSet<UserId>,
    /// Where the page ends, in the store's own words, if there may be more.
    pub next: Option<String>,
}

/// The members of whom there are rows: of a balance, a grant, a purchase or whatever is left of these.
pub trait MemberPages: Send + Sync {
    /// The page that follows another.
    fn members(&self, after: Option<&str>) -> impl Future<Output = Result<MemberPage, StoreError>> + Send;
}

/// How many damaged rows an audit names: an answer of a Lambda function holds six megabytes.
const NAMED_AT_MOST: usize = 1_000;

/// A row that cannot be right, and whose it is: for whoever may call the audit, never for a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamagedRow {
    /// The member's user name in the user pool.
    pub member: String,
    /// The kind of row and its number or id, such as `transaction 3`; the sort key of a row that cannot be read.
    pub row: String,
    /// What is wrong with it, in the words of [`billing::ledger::Finding`].
    pub finding: String,
}

/// What an audit has looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audited {
    /// How many members' rows were read.
    pub members: usize,
    /// How many rows these members have together, of every kind.
    pub rows: usize,
    /// How many findings there are; one row may be wrong in several ways.
    pub damages: usize,
    /// The first of them, at most [`NAMED_AT_MOST`].
    pub named: Vec<DamagedRow>,
    /// Where to go on, if the time was over before the end; then the other numbers are of what was looked at.
    pub next: Option<String>,
}

/// Audits every member once, from the beginning or where another call has ended, until all are done or `is_over` says so.
///
/// # Errors
/// [`AppError::Unavailable`] and its like, as the store's reads have them.
pub async fn audit(
    rows: &(impl Lookups + MemberPages),
    now: Moment,
    after: Option<String>,
    is_over: impl Fn() -> bool,
    tell: impl Fn(&UserId, &Damage),
) -> Result<Audited, AppError> {
    let mut seen: BTreeSet<UserId> = BTreeSet::new();
    let mut audited = Audited { next: after, ..Audited::default() };
    loop {
        let page = rows.members(audited.next.as_deref()).await?;
        for member in page.members.into_iter().filter(|member| seen.insert(member.clone())) {
            let (looked_at, damages) = look(rows, &member, now).await?;
            audited.members += 1;
            audited.rows += looked_at;
            audited.damages += damages.len();
            for damage in damages {
                tell(&member, &damage);
                if audited.named.len() < NAMED_AT_MOST {
                    let finding = damage.finding.to_string();
                    audited.named.push(DamagedRow {
                        member: member.as_str().to_owned(),
                        row: damage.row,
                        finding,
                    });
                }
            }
        }
        audited.next = page.next;
        if audited.next.is_none() || is_over() {
            return Ok(audited);
        }
    }
}

/// Whoever writes while rows are read lets them look damaged: only what is seen twice is.
async fn look(rows: &impl Lookups, member: &UserId, now: Moment) -> Result<(usize, Vec<Damage>), AppError> {
    let first = rows.rows(member).await?;
    let mut damages = billing::ledger::audit(&first, now);
    if !damages.is_empty() {
        let second = billing::ledger::audit(&rows.rows(member).await?, now);
        damages.retain(|damage| second.contains(damage));
    }
    Ok((count(&first), damages))
}

fn count(rows: &MemberRows) -> usize {
    let MemberRows { balance, grants, transactions, holds, purchases, records, unreadable, .. } = rows;
    usize::from(balance.is_some())
        + grants.len()
        + transactions.len()
        + holds.len()
        + purchases.len()
        + records.len()
        + unreadable.len()
}
