//! Paged lists of a member's rows: one Query per page.

use app::credits::CreditReads;
use app::listing::{PageRequest, RowPage};
use aws_sdk_dynamodb::types::AttributeValue;
use billing::ledger::{GrantRow, HoldId, HoldRow, HoldState, Key, Purchase, RowKey, Transaction, UserId};
use zest_core::PortError;

use crate::credits::lookups::text;
use crate::credits::{DynamoLedger, store_error};
use crate::errors::port_error;
use crate::rows::credits::{self, keys};
use crate::rows::keys::{Item, PK, SK, key};

/// Sorts after all keys of a timestamp and before later timestamps.
const AFTER_TIMESTAMP: &str = "$";

struct Range<'r> {
    index: Option<&'r str>,
    partition: (&'r str, String),
    sort: (&'r str, String, String),
    is_newest_first: bool,
    limit: u32,
    start: Option<Item>,
}

impl DynamoLedger {
    /// One page of a range, and the last key if there may be more. Strongly consistent, except for indexes.
    async fn page(&self, range: Range<'_>) -> Result<(Vec<Item>, Option<Item>), PortError> {
        let (partition, sort) = (range.partition, range.sort);
        if sort.1 > sort.2 {
            return Ok((Vec::new(), None));
        }
        let request = self
            .client
            .query()
            .table_name(&self.table)
            .set_index_name(range.index.map(str::to_owned))
            .key_condition_expression("#pk = :pk AND #sk BETWEEN :first AND :last")
            .expression_attribute_names("#pk", partition.0)
            .expression_attribute_names("#sk", sort.0)
            .expression_attribute_values(":pk", AttributeValue::S(partition.1))
            .expression_attribute_values(":first", AttributeValue::S(sort.1))
            .expression_attribute_values(":last", AttributeValue::S(sort.2))
            .scan_index_forward(!range.is_newest_first)
            .limit(i32::try_from(range.limit).unwrap_or(i32::MAX))
            .set_exclusive_start_key(range.start)
            .consistent_read(range.index.is_none());
        let answer = request.send().await.map_err(|error| store_error(port_error("Query", &error)))?;
        Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key))
    }

    /// One page of a member's own rows; page tokens are sort keys.
    async fn own_page<Row>(
        &self,
        member: &UserId,
        (first, last): (String, String),
        page: &PageRequest,
        read: impl Fn(Item) -> Result<Row, zest_core::PortError>,
    ) -> Result<RowPage<Row>, PortError> {
        let partition = keys::member_pk(member);
        // A forged page token yields an empty page.
        if page.after.as_ref().is_some_and(|after| *after < first || *after > last) {
            return Ok(RowPage { rows: Vec::new(), next: None });
        }
        let start = page.after.clone().map(|after| key(partition.clone(), after));
        let (items, next) = self
            .page(Range {
                index: None,
                partition: (PK, partition),
                sort: (SK, first, last),
                is_newest_first: page.is_newest_first,
                limit: page.limit,
                start,
            })
            .await?;
        let rows = items.into_iter().map(read).collect::<Result<_, _>>().map_err(store_error)?;
        Ok(RowPage { rows, next: next.as_ref().and_then(|next| text(next, SK)).map(str::to_owned) })
    }

    /// Number of the member's first transaction whose timestamp satisfies `is_behind`. Binary search:
    /// timestamps never decrease.
    async fn first_transaction(
        &self,
        member: &UserId,
        version: u64,
        is_behind: impl Fn(&str) -> bool,
    ) -> Result<u64, PortError> {
        let (mut low, mut high) = (1, version.saturating_add(1));
        while low < high {
            let middle = low.midpoint(high);
            let range = Range {
                index: None,
                partition: (PK, keys::member_pk(member)),
                sort: (SK, keys::transaction_sk(middle), keys::transaction_sk(version)),
                is_newest_first: false,
                limit: 1,
                start: None,
            };
            let (items, _) = self.page(range).await?;
            let found = items.first().and_then(|item| text(item, keys::CREATED_AT));
            if found.is_some_and(|moment| !is_behind(moment)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    async fn open_keys(&self, member: &UserId) -> Result<Vec<Item>, PortError> {
        let (mut found, mut start) = (Vec::new(), None);
        loop {
            let request = self
                .client
                .query()
                .table_name(&self.table)
                .index_name(keys::OPEN_INDEX)
                .key_condition_expression("#member = :member")
                .expression_attribute_names("#member", keys::MEMBER)
                .expression_attribute_values(":member", AttributeValue::S(member.as_str().to_owned()))
                .set_exclusive_start_key(start);
            let answer = request.send().await.map_err(|error| store_error(port_error("Query", &error)))?;
            found.extend(answer.items.unwrap_or_default());
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(found);
            }
        }
    }
}

impl CreditReads for DynamoLedger {
    async fn open_holds(&self, member: &UserId) -> Result<Vec<HoldRow>, PortError> {
        let open = self.open_keys(member).await?;
        let ids = open.iter().filter_map(|item| keys::read_hold_id(text(item, SK)?)).collect();
        let mut holds = self.holds(member, ids).await?;
        // The index lags, so ended holds are dropped.
        holds.retain(|hold| hold.state == HoldState::Held);
        Ok(holds)
    }

    async fn holds(&self, member: &UserId, ids: Vec<HoldId>) -> Result<Vec<HoldRow>, PortError> {
        let wanted = ids.into_iter().map(|id| RowKey::Hold(member.clone(), id)).collect();
        let items = self.all(wanted).await?;
        items.into_iter().map(credits::read_hold).collect::<Result<_, _>>().map_err(store_error)
    }

    async fn grants(&self, member: &UserId, page: &PageRequest) -> Result<RowPage<GrantRow>, PortError> {
        let first = format!("{}{}", keys::GRANTS, page.span.first);
        let last = format!("{}{}{AFTER_TIMESTAMP}", keys::GRANTS, page.span.last);
        self.own_page(member, (first, last), page, credits::read_grant).await
    }

    async fn transactions(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> Result<RowPage<Transaction>, PortError> {
        let Some(balance) = self.row(&RowKey::Balance(member.clone())).await? else {
            return Ok(RowPage { rows: Vec::new(), next: None });
        };
        let version = credits::read_balance(balance).map_err(store_error)?.version;
        let (mut first, mut behind) = (1, version.saturating_add(1));
        if !page.span.is_whole() {
            let (from, until) = (&page.span.first, &page.span.last);
            first = self.first_transaction(member, version, |moment| moment >= from.as_str()).await?;
            behind = self.first_transaction(member, version, |moment| moment > until.as_str()).await?;
        }
        let range = (keys::transaction_sk(first), keys::transaction_sk(behind.saturating_sub(1)));
        self.own_page(member, range, page, credits::read_transaction).await
    }

    async fn purchases(&self, member: &UserId, page: &PageRequest) -> Result<RowPage<Purchase>, PortError> {
        let start = match &page.after {
            None => None,
            Some(after) => match keys::purchase_start(member, after) {
                Some((date, start)) if page.span.contains(date) => Some(start),
                _ => return Ok(RowPage { rows: Vec::new(), next: None }),
            },
        };
        let range = Range {
            index: Some(keys::PURCHASES_INDEX),
            partition: (keys::MEMBER, member.as_str().to_owned()),
            sort: (keys::PURCHASE_DATE, page.span.first.clone(), page.span.last.clone()),
            is_newest_first: page.is_newest_first,
            limit: page.limit,
            start,
        };
        let (items, next) = self.page(range).await?;
        let ids: Vec<_> = items.iter().filter_map(|item| keys::read_purchase_id(text(item, PK)?)).collect();
        // The index has keys and order; the rows are read from the table.
        let stored = self.all(ids.iter().cloned().map(RowKey::Purchase).collect()).await?;
        let mut stored = stored
            .into_iter()
            .map(|item| credits::read_purchase(item).map(|purchase| (purchase.id.clone(), purchase)))
            .collect::<Result<std::collections::BTreeMap<_, _>, _>>()
            .map_err(store_error)?;
        let rows = ids.iter().filter_map(|id| stored.remove(id)).collect();
        Ok(RowPage { rows, next: next.as_ref().and_then(keys::purchase_page_token) })
    }

    async fn transaction_of(&self, member: &UserId, key: &Key) -> Result<Option<Transaction>, PortError> {
        let record = self.row(&RowKey::Record(key.clone())).await?;
        let record = record.map(credits::read_record).transpose().map_err(store_error)?;
        let Some(record) = record.filter(|record| record.member == *member) else { return Ok(None) };
        let row = self.row(&RowKey::Transaction(member.clone(), record.receipt.sequence)).await?;
        row.map(credits::read_transaction).transpose().map_err(store_error)
    }
}
