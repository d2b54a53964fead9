//! The audit of all members' rows.

use std::collections::BTreeSet;
use std::future::Future;

use ledger::{Damage, Lookups, MemberRows, Moment, StoreError, UserId};
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

/// What an audit has looked at and found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audited {
    /// Members.
    pub members: usize,
    /// All their rows.
    pub rows: usize,
    /// Rows that cannot be right.
    pub damages: usize,
    /// Where to go on, if the time was over before the end; then the other numbers are of what was looked at.
    pub next: Option<String>,
}

/// Audits every member once, from the beginning or where another call has ended, until all are done or `is_over` says so.
///
/// # Errors
/// As the ports have them.
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
            damages.iter().for_each(|damage| tell(&member, damage));
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
    let mut damages = ledger::audit(&first, now);
    if !damages.is_empty() {
        let second = ledger::audit(&rows.rows(member).await?, now);
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
