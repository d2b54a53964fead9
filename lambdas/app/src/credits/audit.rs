//! Audit of all members' ledger rows.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

use billing::ledger::{Damage, Lookups, MemberRows, UserId};
use futures_util::future::try_join_all;
use serde::{Deserialize, Serialize};
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

/// Number of segments of the ledger. Segments are read at the same time.
pub const SEGMENTS: u32 = 16;

/// Port that lists the members who have ledger rows.
pub trait MemberPages: Send + Sync {
    /// The page of a segment (0 to [`SEGMENTS`] − 1) after a position. Each row is in exactly one segment.
    fn members(
        &self,
        segment: u32,
        after: Option<&str>,
    ) -> impl Future<Output = Result<MemberPage, PortError>> + Send;
}

/// Where to continue in a segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentPosition {
    /// Number of the segment, from 0 to [`SEGMENTS`] − 1.
    pub segment: u32,
    /// `next` of its last page; `None` for its start.
    pub after: Option<String>,
}

/// Maximum findings in a response, because Lambda limits it to 6 MB.
const MAX_NAMED_FINDINGS: usize = 1_000;

/// A damaged row; returned to the caller of the audit, never logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamagedRow {
    /// The member's `sub`.
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
    /// Positions in the segments that are not finished, if time ran out.
    pub next: Option<Vec<SegmentPosition>>,
}

/// Audits each member once, from the positions `after` (all segments if absent) to the end or until `is_over`.
/// Calls `report` for each finding.
pub async fn audit(
    rows: &(impl Lookups + MemberPages),
    now: Timestamp,
    after: Option<Vec<SegmentPosition>>,
    is_over: impl Fn() -> bool + Sync,
    report: impl Fn(&UserId, &Damage) + Sync,
) -> Result<Audited, AppError> {
    let start = |segment| SegmentPosition { segment, after: None };
    let positions = after.unwrap_or_else(|| (0..SEGMENTS).map(start).collect());
    // A member's records and purchases can be in other segments than the balance.
    let seen = Mutex::new(BTreeSet::new());
    let segments =
        positions.into_iter().map(|position| audit_segment(rows, now, position, &seen, &is_over, &report));
    let mut audited = Audited::default();
    for segment in try_join_all(segments).await? {
        audited.members += segment.members;
        audited.rows += segment.rows;
        audited.damages += segment.damages;
        audited.named.extend(segment.named);
        if let Some(next) = segment.next {
            audited.next.get_or_insert_default().extend(next);
        }
    }
    audited.named.truncate(MAX_NAMED_FINDINGS);
    Ok(audited)
}

async fn audit_segment(
    rows: &(impl Lookups + MemberPages),
    now: Timestamp,
    SegmentPosition { segment, mut after }: SegmentPosition,
    seen: &Mutex<BTreeSet<UserId>>,
    is_over: &(impl Fn() -> bool + Sync),
    report: &(impl Fn(&UserId, &Damage) + Sync),
) -> Result<Audited, AppError> {
    let mut audited = Audited::default();
    loop {
        let page = rows.members(segment, after.as_deref()).await?;
        for member in page.members {
            let is_new = seen.lock().unwrap_or_else(PoisonError::into_inner).insert(member.clone());
            if !is_new {
                continue;
            }
            let (looked_at, damages) = look(rows, &member, now).await?;
            audited.members += 1;
            audited.rows += looked_at;
            audited.damages += damages.len();
            for damage in damages {
                report(&member, &damage);
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
        after = page.next;
        if after.is_none() {
            return Ok(audited);
        }
        if is_over() {
            audited.next = Some(vec![SegmentPosition { segment, after }]);
            return Ok(audited);
        }
    }
}

/// Audits a member twice if there are findings, because a concurrent write can make rows look damaged.
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
