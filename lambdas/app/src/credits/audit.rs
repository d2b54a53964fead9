//! Audit of all members' ledger rows.

use std::collections::BTreeSet;
use std::future::Future;

use billing::ledger::{Damage, Lookups, MemberRows, UserId};
use serde::Serialize;
use zest_core::{PortError, Timestamp};

use crate::error::AppError;

/// One page of members with credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPage {
    /// Members; a member may be on several pages.
    pub members: BTreeSet<UserId>,
    /// Position of the next page; `None` on the last page.
    pub next: Option<String>,
}

/// Port that lists the members who have ledger rows.
pub trait MemberPages: Send + Sync {
    /// The page after a position.
    fn members(&self, after: Option<&str>) -> impl Future<Output = Result<MemberPage, PortError>> + Send;
}

/// A Lambda response is limited to 6 MB.
const MAX_NAMED_FINDINGS: usize = 1_000;

/// A damaged row; returned to the caller of the audit, never logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamagedRow {
    /// The member's user name.
    pub member: String,
    /// Kind and number or id, such as `transaction 3`; the sort key of an unreadable row.
    pub row: String,
    /// Text of the [`billing::ledger::Finding`].
    pub finding: String,
}

/// Result of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audited {
    /// Members audited.
    pub members: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of findings; a row can have several.
    pub damages: usize,
    /// The first findings, at most 1,000.
    pub named: Vec<DamagedRow>,
    /// Position to continue from, if time ran out.
    pub next: Option<String>,
}

/// Audits each member once, from `after` to the end or until `is_over`. Calls `tell` for each finding.
pub async fn audit(
    rows: &(impl Lookups + MemberPages),
    now: Timestamp,
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
                if audited.named.len() < MAX_NAMED_FINDINGS {
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

/// Again, because a concurrent write can make rows look damaged.
async fn look(
    rows: &impl Lookups,
    member: &UserId,
    now: Timestamp,
) -> Result<(usize, Vec<Damage>), AppError> {
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
