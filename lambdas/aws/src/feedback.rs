//! Feedback store in the table `Feedback`; the row format is in `rows::feedback_row`.

use app::OwnerId;
use app::error::WriteError;
use app::feedback::{Feedback, FeedbackStore};
use app::ids::FeedbackId;
use app::listing::{PageRequest, RowPage};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::PortError;

use crate::errors::port_error;
use crate::index::IndexPartition;
use crate::rows::feedback_row::{
    CREATED_AT, CREATOR, CREATORS_INDEX, EVERYBODY, MOMENTS_INDEX, WHOSE, feedback_item, feedback_key,
    feedback_page_token, feedback_start, read_feedback, read_feedback_id,
};
use crate::rows::keys::{Item, PK, VERSION};

/// Feedback in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoFeedback {
    client: Client,
    table: String,
}

impl DynamoFeedback {
    /// Store over this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    fn put(&self, feedback: &Feedback) -> Result<PutItemFluentBuilder, PortError> {
        Ok(self.client.put_item().table_name(&self.table).set_item(Some(feedback_item(feedback)?)))
    }

    fn partition<'a>(&'a self, index: &'a str, (attribute, value): (&'a str, &'a str)) -> IndexPartition<'a> {
        IndexPartition { client: &self.client, table: &self.table, index, attribute, value }
    }

    async fn page(
        &self,
        index: &str,
        partition: (&str, &str),
        page: &PageRequest,
    ) -> Result<RowPage<Feedback>, PortError> {
        let start = match &page.after {
            None => None,
            Some(place) => match feedback_start(partition, place) {
                None => return Ok(RowPage { rows: Vec::new(), next: None }),
                start => start,
            },
        };
        let partition = self.partition(index, partition);
        let (items, last) = partition.page(CREATED_AT, page, start).await?;
        let rows = items.into_iter().filter_map(|item| {
            let read = read_feedback(item);
            read.inspect_err(|error| tracing::warn!(%error, "a row of feedback cannot be read")).ok()
        });
        Ok(RowPage { rows: rows.collect(), next: last.as_ref().and_then(feedback_page_token) })
    }

    async fn delete_row(&self, key: Item) -> Result<(), PortError> {
        let request = self.client.delete_item().table_name(&self.table).set_key(Some(key));
        request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
    }
}

async fn written(request: PutItemFluentBuilder) -> Result<(), WriteError> {
    let Err(error) = request.send().await else { return Ok(()) };
    match error.as_service_error() {
        Some(PutItemError::ConditionalCheckFailedException(_)) => Err(WriteError::Conflict),
        _ => Err(port_error("PutItem", &error).into()),
    }
}

impl FeedbackStore for DynamoFeedback {
    async fn get(&self, id: &FeedbackId) -> Result<Option<Feedback>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(feedback_key(id)));
        let answer =
            request.consistent_read(true).send().await.map_err(|error| port_error("GetItem", &error))?;
        answer.item.map(read_feedback).transpose()
    }

    async fn create(&self, feedback: &Feedback) -> Result<(), WriteError> {
        written(self.put(feedback)?.condition_expression(format!("attribute_not_exists({PK})"))).await
    }

    async fn replace(&self, feedback: &Feedback, was: u64) -> Result<(), WriteError> {
        let request = self
            .put(feedback)?
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        written(request).await
    }

    async fn delete(&self, id: &FeedbackId) -> Result<(), PortError> {
        self.delete_row(feedback_key(id)).await
    }

    async fn of_creator(
        &self,
        creator: &OwnerId,
        page: &PageRequest,
    ) -> Result<RowPage<Feedback>, PortError> {
        self.page(CREATORS_INDEX, (CREATOR, creator.secret()), page).await
    }

    async fn all(&self, page: &PageRequest) -> Result<RowPage<Feedback>, PortError> {
        self.page(MOMENTS_INDEX, (WHOSE, EVERYBODY), page).await
    }

    async fn forget(&self, creator: &OwnerId) -> Result<(), PortError> {
        let rows = self.partition(CREATORS_INDEX, (CREATOR, creator.secret())).keys().await?;
        for id in rows.iter().filter_map(read_feedback_id) {
            self.delete_row(feedback_key(&id)).await?;
        }
        Ok(())
    }
}
