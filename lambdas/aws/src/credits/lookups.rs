use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes};
use billing::ledger::{
    Due, DueKind, Lookups, MemberRows, PaymentIntent, Purchase, PurchaseId, RowKey, UserId,
};
use zest_core::{PortError, Timestamp};

use crate::credits::{DynamoLedger, store_error};
use crate::errors::port_error;
use crate::rows::credits::{self, keys};
use crate::rows::keys::{Item, PK, SK};

const ROWS_AT_ONCE: usize = 100;
/// Sort keys below and above all that are used.
const FIRST_SORT_KEY: &str = "!";
const LAST_SORT_KEY: &str = "~";

impl Lookups for DynamoLedger {
    async fn purchase(&self, id: &PurchaseId) -> Result<Option<Purchase>, PortError> {
        self.one_purchase(id).await
    }

    async fn purchase_of(&self, intent: &PaymentIntent) -> Result<Option<Purchase>, PortError> {
        let found = self.by_index(keys::PAYMENTS_INDEX, keys::INTENT, intent.as_str()).await?;
        match found.first() {
            Some(id) => self.one_purchase(id).await,
            None => Ok(None),
        }
    }

    async fn due(&self, kind: DueKind, until: Timestamp, limit: u32) -> Result<Vec<Due>, PortError> {
        let kind = match kind {
            DueKind::Grants => keys::DUE_GRANT,
            DueKind::Holds => keys::DUE_HOLD,
            DueKind::Purchases => keys::DUE_PURCHASE,
        };
        let request = self
            .client
            .query()
            .table_name(&self.table)
            .index_name(keys::DUE_INDEX)
            .key_condition_expression("#due = :kind AND #at <= :until")
            .expression_attribute_names("#due", keys::DUE)
            .expression_attribute_names("#at", keys::DUE_AT)
            .expression_attribute_values(":kind", AttributeValue::S(kind.to_owned()))
            .expression_attribute_values(":until", AttributeValue::S(keys::time(until).into()))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX));
        let answer = request.send().await.map_err(|error| store_error(port_error("Query", &error)))?;
        Ok(answer.items.unwrap_or_default().iter().filter_map(|item| read_due(kind, item)).collect())
    }

    async fn rows(&self, member: &UserId) -> Result<MemberRows, PortError> {
        let mut found = MemberRows::empty(member.clone());
        for item in self.rows_between(member, FIRST_SORT_KEY, LAST_SORT_KEY).await? {
            sort(&mut found, item);
        }
        let purchases = self.by_index(keys::PURCHASES_INDEX, keys::MEMBER, member.as_str()).await?;
        for item in self.all(purchases.into_iter().map(RowKey::Purchase).collect()).await? {
            keep(&mut found.purchases, &mut found.unreadable, item, credits::read_purchase);
        }
        let used = found.transactions.iter().filter_map(|transaction| transaction.key.clone());
        let records = used.map(RowKey::Record).collect();
        for item in self.all(records).await? {
            keep(&mut found.records, &mut found.unreadable, item, credits::read_record);
        }
        Ok(found)
    }
}

fn sort(found: &mut MemberRows, item: Item) {
    let sort_key = text(&item, SK).unwrap_or_default().to_owned();
    let unreadable = &mut found.unreadable;
    if sort_key == keys::BALANCE {
        let mut read = Vec::new();
        keep(&mut read, unreadable, item, credits::read_balance);
        found.balance = read.pop();
    } else if sort_key.starts_with(keys::GRANTS) {
        keep(&mut found.grants, unreadable, item, credits::read_grant);
    } else if sort_key.starts_with(keys::TRANSACTIONS) {
        keep(&mut found.transactions, unreadable, item, credits::read_transaction);
    } else if sort_key.starts_with(keys::HOLDS) {
        keep(&mut found.holds, unreadable, item, credits::read_hold);
    } else {
        unreadable.push(sort_key);
    }
}

fn keep<Row>(
    rows: &mut Vec<Row>,
    unreadable: &mut Vec<String>,
    item: Item,
    read: impl FnOnce(Item) -> Result<Row, zest_core::PortError>,
) {
    let partition = text(&item, PK).filter(|partition| keys::read_member(partition).is_none());
    let name = partition.or_else(|| text(&item, SK)).unwrap_or_default().to_owned();
    match read(item) {
        Ok(row) => rows.push(row),
        Err(error) => {
            tracing::warn!(%error, "a row of the ledger cannot be read");
            unreadable.push(name);
        }
    }
}

pub(super) fn text<'i>(item: &'i Item, name: &str) -> Option<&'i str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

fn read_due(kind: &str, item: &Item) -> Option<Due> {
    let partition = text(item, PK)?;
    match kind {
        keys::DUE_GRANT => Some(Due::Grant(keys::read_member(partition)?)),
        keys::DUE_HOLD => {
            Some(Due::Hold(keys::read_member(partition)?, keys::read_hold_id(text(item, SK)?)?))
        }
        _ => Some(Due::Purchase(keys::read_purchase_id(partition)?)),
    }
}

impl DynamoLedger {
    async fn by_index(&self, index: &str, name: &str, value: &str) -> Result<Vec<PurchaseId>, PortError> {
        let (mut found, mut start) = (Vec::new(), None);
        loop {
            let request = self
                .client
                .query()
                .table_name(&self.table)
                .index_name(index)
                .key_condition_expression("#name = :value")
                .expression_attribute_names("#name", name)
                .expression_attribute_values(":value", AttributeValue::S(value.to_owned()))
                .set_exclusive_start_key(start);
            let answer = request.send().await.map_err(|error| store_error(port_error("Query", &error)))?;
            let items = answer.items.unwrap_or_default();
            found.extend(items.iter().filter_map(|item| keys::read_purchase_id(text(item, PK)?)));
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(found);
            }
        }
    }

    pub(super) async fn all(&self, mut wanted: Vec<RowKey>) -> Result<Vec<Item>, PortError> {
        wanted.sort();
        wanted.dedup();
        let mut items = Vec::new();
        for some in wanted.chunks(ROWS_AT_ONCE) {
            let mut rest = Some(some.iter().map(keys::credit_key).collect::<Vec<_>>());
            while let Some(some) = rest.take().filter(|some| !some.is_empty()) {
                let asked = KeysAndAttributes::builder().set_keys(Some(some)).consistent_read(true).build();
                let asked = asked.map_err(|error| PortError::Broken(error.to_string()))?;
                let request = self.client.batch_get_item().request_items(&self.table, asked);
                let answer =
                    request.send().await.map_err(|error| store_error(port_error("BatchGetItem", &error)))?;
                items.extend(answer.responses.unwrap_or_default().into_values().flatten());
                let mut left = answer.unprocessed_keys.unwrap_or_default();
                rest = left.remove(&self.table).map(|left| left.keys);
            }
        }
        Ok(items)
    }
}
