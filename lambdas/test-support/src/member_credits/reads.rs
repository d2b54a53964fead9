//! Members' lists and the audit's members, in memory.

use app::credits::CreditReads;
use app::credits::audit::{MemberPage, MemberPages, SEGMENTS};
use app::listing::{PageRequest, RowPage};
use billing::ledger::{
    GrantRow, HoldId, HoldRow, HoldState, Key, Lookups, Purchase, Row, RowKey, Transaction, UserId,
};
use zest_core::{PortError, Timestamp};

use super::MemoryCredits;

/// One page of rows by time and id; the position is the sort key.
fn page<R>(
    mut rows: Vec<R>,
    page: &PageRequest,
    listed_by: impl Fn(&R) -> (Timestamp, String),
) -> RowPage<R> {
    let place = |row: &R| {
        let (moment, id) = listed_by(row);
        format!("{} {id}", String::from(moment))
    };
    rows.retain(|row| page.span.contains(&String::from(listed_by(row).0)));
    rows.sort_by_key(place);
    if page.is_newest_first {
        rows.reverse();
    }
    if let Some(after) = &page.after {
        let known = rows.iter().position(|row| place(row) == *after);
        rows = known.map_or_else(Vec::new, |known| rows.split_off(known + 1));
    }
    let limit = usize::try_from(page.limit).expect("a limit");
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(place);
    RowPage { rows, next }
}

impl CreditReads for MemoryCredits {
    async fn open_holds(&self, member: &UserId) -> Result<Vec<HoldRow>, PortError> {
        let mut holds = Lookups::rows(&self.0, member).await?.holds;
        holds.retain(|hold| hold.state == HoldState::Held);
        Ok(holds)
    }

    async fn holds(&self, member: &UserId, ids: Vec<HoldId>) -> Result<Vec<HoldRow>, PortError> {
        let rows = ids.into_iter().filter_map(|id| self.0.row(&RowKey::Hold(member.clone(), id)));
        Ok(rows.filter_map(|row| if let Row::Hold(hold) = row { Some(hold) } else { None }).collect())
    }

    async fn grants(&self, member: &UserId, asked: &PageRequest) -> Result<RowPage<GrantRow>, PortError> {
        let rows = Lookups::rows(&self.0, member).await?.grants;
        Ok(page(rows, asked, |grant| (grant.expires_at, grant.id.to_string())))
    }

    async fn transactions(
        &self,
        member: &UserId,
        asked: &PageRequest,
    ) -> Result<RowPage<Transaction>, PortError> {
        let rows = Lookups::rows(&self.0, member).await?.transactions;
        Ok(page(rows, asked, |row| (row.created_at, format!("{:020}", row.sequence))))
    }

    async fn purchases(&self, member: &UserId, asked: &PageRequest) -> Result<RowPage<Purchase>, PortError> {
        let rows = Lookups::rows(&self.0, member).await?.purchases;
        Ok(page(rows, asked, |purchase| (purchase.purchased_at, purchase.id.to_string())))
    }

    async fn transaction_of(&self, member: &UserId, key: &Key) -> Result<Option<Transaction>, PortError> {
        let rows = Lookups::rows(&self.0, member).await?;
        let record = rows.records.into_iter().find(|record| record.key == *key);
        let Some(sequence) = record.map(|record| record.receipt.sequence) else { return Ok(None) };
        Ok(rows.transactions.into_iter().find(|row| row.sequence == sequence))
    }
}

impl MemberPages for MemoryCredits {
    /// One member per page, to detect callers that read only one.
    async fn members(&self, segment: u32, after: Option<&str>) -> Result<MemberPage, PortError> {
        let is_inside =
            |member: &UserId| member.as_str().bytes().map(u32::from).sum::<u32>() % SEGMENTS == segment;
        let all = self.0.members().into_iter().filter(is_inside);
        let mut left = all.filter(|member| after.is_none_or(|after| member.as_str() > after));
        let first = left.next();
        let next = left.next().and(first.as_ref()).map(|member| member.as_str().to_owned());
        Ok(MemberPage { members: first.into_iter().collect(), next })
    }
}
