//! Conversation store in the table `Conversations`; row formats are in `rows::conversation_row`.

use agent::{ConversationId, Row};
use app::OwnerId;
use app::account;
use app::conversations::{
    Conversation, ConversationStore, Exchange, Over, PartialWriteResult, Progress, Question,
};
use app::error::WriteError;
use app::holds::ConversationCharges;
use app::listing::{PageRequest, RowPage};
use app::model::Charge;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, SdkError};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{AttributeValue, Put, ReturnValue, TransactWriteItem, Update};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use zest_core::{PortError, Timestamp};

use crate::errors::port_error;
use crate::index::IndexPartition;
use crate::rows::conversation_row::{
    BEGUN_AT, ENDED, ExchangeReader, OWNER, OWNERS_INDEX, ROW, RUN, STOPPED, UPDATED_AT, answer_key,
    answer_sk, conversation_item, conversation_key, conversation_page_token, conversation_pk,
    conversation_start, first_sk, key_of, millis, question_items, read_conversation, read_conversation_id,
    read_progress, row_text,
};
use crate::rows::keys::{Item, PK, VERSION};

/// Bytes after which a page ends. Lambda limits a response to 6 MB.
const PAGE_BYTES: usize = 2_000_000;

/// Conversations in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoConversations {
    client: Client,
    table: String,
}

impl DynamoConversations {
    /// Store over this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    fn replacing(&self, conversation: &Conversation, was: u64) -> Result<TransactWriteItem, PortError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(conversation_item(conversation)?))
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        Ok(TransactWriteItem::builder().put(built(put.build())?).build())
    }

    async fn transact(&self, items: Vec<TransactWriteItem>) -> Result<(), WriteError> {
        let request = self.client.transact_write_items().set_transact_items(Some(items));
        request.send().await.map(drop).map_err(|error| transaction_error(&error))
    }

    fn writing(&self, row: &Row, over: Over<'_>) -> Result<Writing, PortError> {
        let text = AttributeValue::S(row_text(row)?);
        let mut set = "SET #run = :run, #row = :row, #begun = if_not_exists(#begun, :beat)".to_owned();
        let names = vec![("#pk", PK), ("#run", RUN), ("#row", ROW), ("#begun", BEGUN_AT), ("#ended", ENDED)];
        let mut values = vec![
            (":run", AttributeValue::S(row.run.to_string())),
            (":row", text),
            (":beat", millis(row.beat)),
        ];
        if row.ended.is_some() {
            set.push_str(", #ended = :ended");
            values.push((":ended", AttributeValue::Bool(true)));
        }
        let (condition, expected) = match over {
            Over::Own => ("#run = :run", None),
            Over::ExactlyOrOwn(None) => ("(attribute_not_exists(#run) OR #run = :run)", None),
            Over::ExactlyOrOwn(Some(row)) => ("(#row = :over OR #run = :run)", Some(row)),
            Over::Exactly(None) => ("attribute_not_exists(#run)", None),
            Over::Exactly(Some(row)) => ("#row = :over", Some(row)),
        };
        if let Some(expected) = expected {
            values.push((":over", AttributeValue::S(row_text(expected)?)));
        }
        // Must not recreate a deleted row.
        let condition = format!("attribute_exists(#pk) AND attribute_not_exists(#ended) AND {condition}");
        Ok(Writing { set, condition, names, values })
    }

    fn of<'a>(&'a self, owner: &'a OwnerId) -> IndexPartition<'a> {
        let (client, table) = (&self.client, self.table.as_str());
        IndexPartition { client, table, index: OWNERS_INDEX, attribute: OWNER, value: owner.secret() }
    }

    async fn query_all(&self, id: &ConversationId, from: &str, to: &str) -> Result<Vec<Item>, PortError> {
        let (mut rows, mut start) = (Vec::new(), None);
        loop {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("PK = :pk AND SK BETWEEN :from AND :to")
                .expression_attribute_values(":pk", AttributeValue::S(conversation_pk(id.as_str())))
                .expression_attribute_values(":from", AttributeValue::S(from.to_owned()))
                .expression_attribute_values(":to", AttributeValue::S(to.to_owned()))
                .projection_expression("PK, SK")
                .consistent_read(true)
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(|error| port_error("Query", &error))?;
            rows.extend(answer.items.unwrap_or_default());
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(rows);
            }
        }
    }

    async fn delete_row(&self, key: Item) -> Result<(), PortError> {
        let request = self.client.delete_item().table_name(&self.table).set_key(Some(key));
        request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
    }

    async fn update(&self, key: Item, writing: Writing) -> Result<Option<Item>, PortError> {
        let mut request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key))
            .update_expression(writing.set)
            .condition_expression(writing.condition)
            .return_values(ReturnValue::AllNew);
        for (name, attribute) in writing.names {
            request = request.expression_attribute_names(name, attribute);
        }
        for (name, value) in writing.values {
            request = request.expression_attribute_values(name, value);
        }
        match request.send().await {
            Ok(answer) => Ok(Some(answer.attributes.unwrap_or_default())),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(_)) => Ok(None),
                _ => Err(port_error("UpdateItem", &error)),
            },
        }
    }
}

struct Writing {
    set: String,
    condition: String,
    names: Vec<(&'static str, &'static str)>,
    values: Vec<(&'static str, AttributeValue)>,
}

fn built<T>(built: Result<T, BuildError>) -> Result<T, PortError> {
    built.map_err(|error| PortError::Broken(error.to_string()))
}

/// Failed conditions and transaction conflicts are both `Conflict`.
fn transaction_error(error: &SdkError<TransactWriteItemsError, HttpResponse>) -> WriteError {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error()
    else {
        return port_error("TransactWriteItems", error).into();
    };
    let codes: Vec<_> = cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
    if codes.iter().any(|code| ["ConditionalCheckFailed", "TransactionConflict"].contains(code)) {
        return WriteError::Conflict;
    }
    let busy = ["ThrottlingError", "ProvisionedThroughputExceeded"];
    if codes.iter().any(|code| busy.contains(code)) {
        return PortError::Busy("TransactWriteItems: throttled".to_owned()).into();
    }
    PortError::Broken(format!("TransactWriteItems: {}", codes.join(", "))).into()
}

impl ConversationStore for DynamoConversations {
    async fn get(&self, id: &ConversationId) -> Result<Option<Conversation>, PortError> {
        let key = conversation_key(id.as_str());
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        answer.item.map(read_conversation).transpose()
    }

    async fn create(&self, conversation: &Conversation) -> Result<(), WriteError> {
        let request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(conversation_item(conversation)?))
            .condition_expression(format!("attribute_not_exists({PK})"));
        let Err(error) = request.send().await else { return Ok(()) };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(_)) => Err(WriteError::Conflict),
            _ => Err(port_error("PutItem", &error).into()),
        }
    }

    async fn replace(&self, conversation: &Conversation, was: u64) -> Result<(), WriteError> {
        let request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(conversation_item(conversation)?))
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        let Err(error) = request.send().await else { return Ok(()) };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(_)) => Err(WriteError::Conflict),
            _ => Err(port_error("PutItem", &error).into()),
        }
    }

    async fn ask(
        &self,
        conversation: &Conversation,
        was: u64,
        question: &Question,
    ) -> Result<(), WriteError> {
        let mut items = vec![self.replacing(conversation, was)?];
        let number = conversation.questions.len().saturating_sub(1);
        for item in question_items(conversation.id.as_str(), number, question)? {
            let put = Put::builder().table_name(&self.table).set_item(Some(item));
            items.push(TransactWriteItem::builder().put(built(put.build())?).build());
        }
        self.transact(items).await
    }

    async fn end(
        &self,
        conversation: &Conversation,
        was: u64,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<(), WriteError> {
        let Writing { set, condition, names, values } = self.writing(row, over)?;
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(answer_key(conversation.id.as_str(), number)))
            .update_expression(set)
            .condition_expression(condition);
        for (name, attribute) in names {
            update = update.expression_attribute_names(name, attribute);
        }
        for (name, value) in values {
            update = update.expression_attribute_values(name, value);
        }
        let answer = TransactWriteItem::builder().update(built(update.build())?).build();
        self.transact(vec![self.replacing(conversation, was)?, answer]).await
    }

    async fn exchanges(
        &self,
        id: &ConversationId,
        from: usize,
        to: usize,
    ) -> Result<Vec<Exchange>, PortError> {
        let mut reader = ExchangeReader::default();
        if from >= to {
            return Ok(reader.whole);
        }
        let mut start = None;
        loop {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("PK = :pk AND SK BETWEEN :from AND :to")
                .expression_attribute_values(":pk", AttributeValue::S(conversation_pk(id.as_str())))
                .expression_attribute_values(":from", AttributeValue::S(first_sk(from)))
                .expression_attribute_values(":to", AttributeValue::S(answer_sk(to - 1)))
                .consistent_read(true)
                .set_exclusive_start_key(start)
                .send()
                .await
                .map_err(|error| port_error("Query", &error))?;
            for item in answer.items.unwrap_or_default() {
                reader.take(&item)?;
                if reader.bytes >= PAGE_BYTES {
                    return Ok(reader.whole);
                }
            }
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(reader.whole);
            }
        }
    }

    async fn progress(&self, id: &ConversationId, number: usize) -> Result<Option<Progress>, PortError> {
        let key = answer_key(id.as_str(), number);
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        answer.item.as_ref().map(read_progress).transpose()
    }

    async fn take(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
        over: Over<'_>,
    ) -> Result<bool, PortError> {
        let written = self.update(answer_key(id.as_str(), number), self.writing(row, over)?).await?;
        Ok(written.is_some())
    }

    async fn write_partial(
        &self,
        id: &ConversationId,
        number: usize,
        row: &Row,
    ) -> Result<PartialWriteResult, PortError> {
        let written = self.update(answer_key(id.as_str(), number), self.writing(row, Over::Own)?).await?;
        Ok(written.map_or(PartialWriteResult::Superseded, |item| PartialWriteResult::Stored {
            is_stopped: item.contains_key(STOPPED),
        }))
    }

    async fn stop(&self, id: &ConversationId, number: usize) -> Result<bool, PortError> {
        let writing = Writing {
            set: "SET #stopped = :stopped".to_owned(),
            condition: "attribute_exists(#pk)".to_owned(),
            names: vec![("#pk", PK), ("#stopped", STOPPED)],
            values: vec![(":stopped", AttributeValue::Bool(true))],
        };
        Ok(self.update(answer_key(id.as_str(), number), writing).await?.is_some())
    }

    async fn of_owner(
        &self,
        owner: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Conversation>, PortError> {
        let start = match &page.after {
            None => None,
            Some(place) => match conversation_start(owner, place) {
                None => return Ok(RowPage { rows: Vec::new(), next: None }),
                start => start,
            },
        };
        let (items, last) = self.of(owner).page(UPDATED_AT, page, start).await?;
        let rows = items.into_iter().filter_map(|item| {
            let read = read_conversation(item);
            read.inspect_err(|error| tracing::warn!(%error, "a conversation's row cannot be read")).ok()
        });
        Ok(RowPage { rows: rows.collect(), next: last.as_ref().and_then(conversation_page_token) })
    }

    async fn ids_of_owner(&self, owner: &OwnerId) -> Result<Vec<ConversationId>, PortError> {
        let rows = self.of(owner).keys().await?;
        let ids = rows.iter().filter_map(|item| ConversationId::parse(read_conversation_id(item)?).ok());
        Ok(ids.collect())
    }

    async fn erase(&self, id: &ConversationId) -> Result<(), PortError> {
        for item in self.query_all(id, "M", "N").await?.iter().filter_map(key_of) {
            self.delete_row(item).await?;
        }
        self.delete_row(conversation_key(id.as_str())).await
    }
}

impl account::Conversations for DynamoConversations {
    async fn forget(&self, owner: &OwnerId, now: Timestamp) -> Result<(), PortError> {
        app::conversations::forget(self, owner, now).await
    }
}

impl ConversationCharges for DynamoConversations {
    async fn charge(&self, conversation: &str, now: Timestamp) -> Result<Option<Charge>, PortError> {
        app::conversations::charge_of(self, conversation, now).await
    }
}
