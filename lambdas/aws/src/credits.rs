//! Credit ledger in a DynamoDB table; each change is one atomic write.

mod backoff;
mod lookups;
mod members;
mod reads;

use std::time::Duration;

use app::holds::Credits;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use billing::ledger::{
    Change, CommitError, Condition, GrantRow, Needs, PurchaseId, RetryPolicy, RowKey, State, Store, UserId,
};
use zest_core::PortError;

pub use backoff::Backoff;

use crate::errors::{is_busy, port_error};
use crate::rows::credits::{self, keys};
use crate::rows::keys::{Item, PK, SK};

/// Ledger store in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoLedger {
    client: Client,
    table: String,
}

fn store_error(error: PortError) -> PortError {
    error
}

impl DynamoLedger {
    /// Ledger in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    async fn row(&self, key: &RowKey) -> Result<Option<Item>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(keys::credit_key(key)));
        let answer = request.consistent_read(true).send().await;
        Ok(answer.map_err(|error| store_error(port_error("GetItem", &error)))?.item)
    }

    async fn one_purchase(&self, id: &PurchaseId) -> Result<Option<billing::ledger::Purchase>, PortError> {
        let row = self.row(&RowKey::Purchase(id.clone())).await?;
        row.map(credits::read_purchase).transpose().map_err(store_error)
    }

    async fn read_work(&self, needs: &Needs) -> Result<State, PortError> {
        let mut state = State::empty(needs.member.clone());
        if let Some(id) = &needs.hold {
            let row = self.row(&RowKey::Hold(needs.member.clone(), id.clone())).await?;
            state.hold = row.map(credits::read_hold).transpose().map_err(store_error)?;
        }
        // Settling needs only the hold.
        let taken = state.hold.iter().filter(|_| needs.account).flat_map(|hold| &hold.taken);
        let mut wanted: Vec<_> =
            taken.filter_map(|part| part.purchase.clone()).chain(needs.purchase.clone()).collect();
        wanted.sort();
        wanted.dedup();
        for id in wanted {
            if let Some(purchase) = self.one_purchase(&id).await? {
                state.purchases.insert(id, purchase);
            }
        }
        Ok(state)
    }

    /// Balance and grants. The balance sorts first, so it is not newer than the grants.
    async fn read_account(
        &self,
        needs: &Needs,
    ) -> Result<(Option<billing::ledger::Balance>, Vec<GrantRow>), PortError> {
        let (mut balance, mut grants) = (None, Vec::new());
        if !needs.account {
            return Ok((balance, grants));
        }
        for item in self.rows_between(&needs.member, keys::BALANCE, keys::AFTER_GRANTS).await? {
            let sort_key = item.get(SK).and_then(|value| value.as_s().ok());
            if sort_key.is_some_and(|sort_key| sort_key == keys::BALANCE) {
                balance = Some(credits::read_balance(item).map_err(store_error)?);
            } else {
                grants.push(credits::read_grant(item).map_err(store_error)?);
            }
        }
        Ok((balance, grants))
    }

    /// A member's rows in a range of sort keys, strongly consistent and sorted.
    async fn rows_between(&self, member: &UserId, first: &str, last: &str) -> Result<Vec<Item>, PortError> {
        let (mut items, mut start) = (Vec::new(), None);
        loop {
            let request = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("PK = :member AND SK BETWEEN :first AND :last")
                .expression_attribute_values(":member", AttributeValue::S(keys::member_pk(member)))
                .expression_attribute_values(":first", AttributeValue::S(first.to_owned()))
                .expression_attribute_values(":last", AttributeValue::S(last.to_owned()))
                .set_exclusive_start_key(start)
                .consistent_read(true);
            let answer = request.send().await.map_err(|error| store_error(port_error("Query", &error)))?;
            items.extend(answer.items.unwrap_or_default());
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(items);
            }
        }
    }

    /// Writes one row without a transaction, which costs twice as much.
    async fn put(&self, row: &billing::ledger::Row, condition: Condition) -> Result<(), CommitError> {
        let condition = Expression::of(condition);
        let mut request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(credits::credit_item(row).map_err(store_error)?))
            .condition_expression(condition.text)
            .expression_attribute_names("#it", condition.name);
        if let Some(value) = condition.value {
            request = request.expression_attribute_values(":was", value);
        }
        let Err(error) = request.send().await else { return Ok(()) };
        match error.as_service_error().and_then(ProvideErrorMetadata::code) {
            Some("ConditionalCheckFailedException" | "TransactionConflictException") => {
                Err(CommitError::Conflict)
            }
            _ => Err(store_error(port_error("PutItem", &error)).into()),
        }
    }
}

/// DynamoDB condition; `#it` is the attribute, `:was` its value.
struct Expression {
    text: &'static str,
    name: &'static str,
    value: Option<AttributeValue>,
}

impl Expression {
    fn of(condition: Condition) -> Self {
        let (name, value) = match condition {
            Condition::Absent => {
                return Self { text: "attribute_not_exists(#it)", name: PK, value: None };
            }
            Condition::Version(version) => (keys::VERSION, AttributeValue::N(version.to_string())),
            Condition::Remaining(credits) => (keys::REMAINING, AttributeValue::N(credits.to_string())),
            Condition::InState(state) => {
                (keys::STATE, AttributeValue::S(credits::hold_state_name(state).to_owned()))
            }
        };
        Self { text: "#it = :was", name, value: Some(value) }
    }
}

/// Total retry time of an operation; below the API's timeout.
const RETRY_TIMEOUT: Duration = Duration::from_secs(3);

impl Credits for DynamoLedger {
    fn retry_policy(&self) -> impl RetryPolicy {
        Backoff::within(RETRY_TIMEOUT)
    }
}

impl Store for DynamoLedger {
    async fn read(&self, needs: &Needs) -> Result<State, PortError> {
        let (mut state, (balance, grants)) =
            tokio::try_join!(self.read_work(needs), self.read_account(needs))?;
        (state.balance, state.grants) = (balance, grants);
        // Read last, so that a concurrent write with this key is never seen without its record.
        if let Some(key) = &needs.key {
            let row = self.row(&RowKey::Record(key.clone())).await?;
            state.record = row.map(credits::read_record).transpose().map_err(store_error)?;
        }
        Ok(state)
    }

    async fn commit(&self, change: &Change) -> Result<(), CommitError> {
        if let [alone] = change.puts.as_slice() {
            return self.put(&alone.row, alone.condition).await;
        }
        let mut items = Vec::with_capacity(change.puts.len());
        for put in &change.puts {
            let condition = Expression::of(put.condition);
            let put = Put::builder()
                .table_name(&self.table)
                .set_item(Some(credits::credit_item(&put.row).map_err(store_error)?))
                .condition_expression(condition.text)
                .expression_attribute_names("#it", condition.name)
                .set_expression_attribute_values(
                    condition.value.map(|value| [(":was".to_owned(), value)].into()),
                )
                .build()
                .map_err(|error: BuildError| PortError::Broken(error.to_string()))?;
            items.push(TransactWriteItem::builder().put(put).build());
        }
        // The SDK adds an idempotency token, so its retries are safe.
        let sent = self.client.transact_write_items().set_transact_items(Some(items)).send().await;
        sent.map(drop).map_err(|error| commit_error(&error))
    }
}

fn commit_error(error: &SdkError<TransactWriteItemsError, HttpResponse>) -> CommitError {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error()
    else {
        return store_error(port_error("TransactWriteItems", error)).into();
    };
    let codes: Vec<_> = cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
    if codes.iter().any(|code| ["ConditionalCheckFailed", "TransactionConflict"].contains(code)) {
        CommitError::Conflict
    } else if codes.iter().any(|code| is_busy(code) || *code == "ProvisionedThroughputExceeded") {
        PortError::Busy("TransactWriteItems: throttled".to_owned()).into()
    } else {
        PortError::Broken(format!("TransactWriteItems: {}", codes.join(", "))).into()
    }
}
