//! The recipe store in DynamoDB. A recipe and its list row are always written in one transaction, on the
//! condition that nobody has written in between.

use app::error::{PortError, WriteError};
use app::recipe_store::{CardPage, Order, RecipeStore};
use app::upload::Upload;
use app::{OwnerId, Recipe, RecipeId, Timestamp};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Delete, Put, TransactWriteItem};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use crate::errors::port_error;
use crate::rows::{self, keys};

/// The recipes in the table `Recipes`, each with its list row; made by [`Self::new`] from a client and the table's
/// name.
#[derive(Clone, Debug)]
pub struct DynamoRecipes {
    client: Client,
    table: String,
}

impl DynamoRecipes {
    /// Over the table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    fn put(&self, item: keys::Item) -> aws_sdk_dynamodb::types::builders::PutBuilder {
        Put::builder().table_name(&self.table).set_item(Some(item))
    }

    fn delete_of(&self, key: keys::Item) -> aws_sdk_dynamodb::types::builders::DeleteBuilder {
        Delete::builder().table_name(&self.table).set_key(Some(key))
    }

    /// The rows of a recipe besides its own: that of the list, and that of its upload if it has one.
    fn beside(&self, recipe: &Recipe) -> Result<Vec<TransactWriteItem>, PortError> {
        let mut items = vec![put_item(self.put(rows::card_item(recipe)?).build())?];
        if let Some(item) = rows::use_item(recipe) {
            items.push(put_item(self.put(item?).build())?);
        }
        Ok(items)
    }

    async fn transact(&self, items: Vec<TransactWriteItem>) -> Result<(), WriteError> {
        let request = self.client.transact_write_items().set_transact_items(Some(items));
        request.send().await.map(drop).map_err(|error| write_error(&error))
    }
}

impl RecipeStore for DynamoRecipes {
    async fn get(&self, id: &RecipeId) -> Result<Option<Recipe>, PortError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(keys::recipe_key(id)))
            .consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        let read = answer.item.map(rows::read_recipe).transpose();
        read.inspect_err(|error| tracing::warn!(%error, %id, "a recipe's row cannot be read"))
    }

    async fn create(&self, recipe: &Recipe) -> Result<(), WriteError> {
        let main = self.put(rows::recipe_item(recipe)?).condition_expression("attribute_not_exists(PK)");
        let mut items = self.beside(recipe)?;
        items.push(put_item(main.build())?);
        self.transact(items).await
    }

    async fn replace(&self, recipe: &Recipe, was: u64) -> Result<(), WriteError> {
        let main = self
            .put(rows::recipe_item(recipe)?)
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", keys::VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        let mut items = self.beside(recipe)?;
        items.push(put_item(main.build())?);
        self.transact(items).await
    }

    async fn transfer(&self, recipe: &Recipe, was_owner: &OwnerId, was: u64) -> Result<(), WriteError> {
        let main = self
            .put(rows::recipe_item(recipe)?)
            // Where the version is the same, so is the owner: each change of either raises the version.
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", keys::VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        let before = self.delete_of(keys::card_key(was_owner, recipe.created_at, &recipe.id));
        let mut items = self.beside(recipe)?;
        items.extend([put_item(main.build())?, delete_item(before.build())?]);
        self.transact(items).await
    }

    async fn delete(&self, recipe: &Recipe) -> Result<(), WriteError> {
        let main = self
            .delete_of(keys::recipe_key(&recipe.id))
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", keys::VERSION)
            .expression_attribute_values(":was", AttributeValue::N(recipe.version.to_string()));
        let card = self.delete_of(keys::card_key(&recipe.owner, recipe.created_at, &recipe.id));
        let mut items = vec![delete_item(main.build())?, delete_item(card.build())?];
        if let Some(upload) = recipe.source.upload() {
            items.push(delete_item(self.delete_of(keys::use_key(upload, &recipe.id)).build())?);
        }
        self.transact(items).await
    }

    async fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> Result<CardPage, PortError> {
        let mut start = after.map(|(created_at, id)| keys::card_key(owner, *created_at, id));
        let mut cards = Vec::new();
        loop {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("PK = :owner")
                .expression_attribute_values(":owner", AttributeValue::S(keys::list_key(owner)))
                .scan_index_forward(order == Order::OldestFirst)
                .limit(i32::try_from(limit).unwrap_or(i32::MAX))
                .set_exclusive_start_key(start)
                // A list is read right after a lost connection: it must hold what was written a moment ago.
                .consistent_read(true)
                .send()
                .await
                .map_err(|error| port_error("Query", &error))?;
            cards.extend(rows::read_cards(answer.items.unwrap_or_default()));
            // The place of the last row, not of the last card: the rows at the end may be such as cannot be read.
            let place = answer.last_evaluated_key.as_ref().map(keys::read_place);
            match place {
                None => return Ok(CardPage { cards, next: None }),
                Some(Some(next)) => return Ok(CardPage { cards, next: Some(next) }),
                // Not even its key is one of ours, so that no page can begin there: what follows belongs to this one.
                Some(None) => start = answer.last_evaluated_key,
            }
        }
    }

    async fn unsettled(&self, before: Timestamp, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name(keys::UNSETTLED_INDEX)
            .key_condition_expression("#u = :u AND #t <= :before")
            .expression_attribute_names("#u", keys::UNSETTLED)
            .expression_attribute_names("#t", keys::UPDATED_AT)
            .expression_attribute_values(":u", AttributeValue::S(keys::UNSETTLED.to_owned()))
            .expression_attribute_values(":before", AttributeValue::S(before.into()))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .send()
            .await
            .map_err(|error| port_error("Query", &error))?;
        Ok(answer.items.unwrap_or_default().iter().filter_map(keys::read_id).collect())
    }

    async fn recipes_of(&self, upload: &Upload, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :upload")
            .expression_attribute_values(":upload", AttributeValue::S(keys::upload_key(upload)))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| port_error("Query", &error))?;
        Ok(answer.items.unwrap_or_default().iter().filter_map(keys::read_user).collect())
    }
}

fn put_item(put: Result<Put, BuildError>) -> Result<TransactWriteItem, PortError> {
    let put = put.map_err(|error| PortError::Broken(error.to_string()))?;
    Ok(TransactWriteItem::builder().put(put).build())
}

fn delete_item(delete: Result<Delete, BuildError>) -> Result<TransactWriteItem, PortError> {
    let delete = delete.map_err(|error| PortError::Broken(error.to_string()))?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

/// A cancelled transaction says why for each item: a failed condition and a transaction that crossed another
/// are both "somebody else was faster".
fn write_error(error: &SdkError<TransactWriteItemsError, HttpResponse>) -> WriteError {
    if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
        let codes: Vec<_> =
            cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
        if codes.iter().any(|code| ["ConditionalCheckFailed", "TransactionConflict"].contains(code)) {
            return WriteError::Conflict;
        }
        let busy = ["ThrottlingError", "ProvisionedThroughputExceeded"];
        if codes.iter().any(|code| busy.contains(code)) {
            return WriteError::Port(PortError::Busy("TransactWriteItems: throttled".to_owned()));
        }
        return WriteError::Port(PortError::Broken(format!("TransactWriteItems: {}", codes.join(", "))));
    }
    WriteError::Port(port_error("TransactWriteItems", error))
}
