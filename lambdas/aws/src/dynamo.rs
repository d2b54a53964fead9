//! Recipe store in DynamoDB. One transaction writes a recipe and its list row, conditional on the version.

use std::time::Duration;

use app::error::WriteError;
use app::recipe_store::{CardPage, ListPositionPage, Order, Place, RecipeStore, UnreadableRecipe};
use app::upload::Upload;
use app::{OwnerId, Recipe};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, SdkError};
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Delete, Put, TransactWriteItem};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use futures_util::future::try_join_all;
use zest_core::{PortError, RecipeId, Timestamp};

use crate::errors::port_error;
use crate::rows::{self, keys};

/// Recipes and their list rows in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoRecipes {
    client: Client,
    table: String,
}

impl DynamoRecipes {
    /// Store over this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    fn put(&self, item: keys::Item) -> aws_sdk_dynamodb::types::builders::PutBuilder {
        Put::builder().table_name(&self.table).set_item(Some(item))
    }

    fn delete_of(&self, key: keys::Item) -> aws_sdk_dynamodb::types::builders::DeleteBuilder {
        Delete::builder().table_name(&self.table).set_key(Some(key))
    }

    /// Other rows of a recipe: its list row, and its upload row if any.
    fn beside(&self, recipe: &Recipe) -> Result<Vec<TransactWriteItem>, PortError> {
        let mut items = vec![put_item(self.put(rows::card_item(recipe)?).build())?];
        if let Some(item) = rows::use_item(recipe) {
            items.push(put_item(self.put(item?).build())?);
        }
        Ok(items)
    }

    fn list_query(&self, owner: &OwnerId, limit: u32, start: Option<keys::Item>) -> QueryFluentBuilder {
        self.client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :owner")
            .expression_attribute_values(":owner", AttributeValue::S(keys::list_key(owner)))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .set_exclusive_start_key(start)
            // Strongly consistent: clients reload the list after reconnecting.
            .consistent_read(true)
    }

    /// The oldest recipes of one shard that have not changed since `before`, with the time of their last change.
    async fn unsettled_of(
        &self,
        shard: String,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<(String, RecipeId)>, PortError> {
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .index_name(keys::UNSETTLED_INDEX)
            .key_condition_expression("#u = :u AND #t <= :before")
            .expression_attribute_names("#u", keys::UNSETTLED)
            .expression_attribute_names("#t", keys::UPDATED_AT)
            .expression_attribute_values(":u", AttributeValue::S(shard))
            .expression_attribute_values(":before", AttributeValue::S(before.into()))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .send()
            .await
            .map_err(|error| port_error("Query", &error))?;
        Ok(answer.items.unwrap_or_default().iter().filter_map(keys::read_unsettled).collect())
    }

    /// Writes all items or none. The first `checks` items are owner checks. Retries conflicts, such as those
    /// of two imports by one owner.
    async fn transact(&self, checks: usize, items: Vec<TransactWriteItem>) -> Result<(), WriteError> {
        let mut pause = FIRST_PAUSE;
        loop {
            let request = self.client.transact_write_items().set_transact_items(Some(items.clone()));
            let Err(error) = request.send().await else { return Ok(()) };
            if !is_transaction_conflict_only(&error) || pause > LAST_PAUSE {
                return Err(write_error(&error, checks));
            }
            tokio::time::sleep(pause.mul_f64(jitter())).await;
            pause *= 2;
        }
    }
}

/// First and longest pause after a conflict; each is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LAST_PAUSE: Duration = Duration::from_millis(160);

/// Random factor from 0.5 to 1.5, to spread retries.
#[must_use]
pub fn jitter() -> f64 {
    let mut random = [0; 1];
    // Without randomness, the middle value.
    let drawn = getrandom::fill(&mut random).map_or(127, |()| random.first().copied().unwrap_or(127));
    0.5 + f64::from(drawn) / 255.0
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
        let mut items = vec![self.generation_check(&recipe.owner, recipe.generation)?];
        items.extend(self.beside(recipe)?);
        items.push(put_item(main.build())?);
        self.transact(1, items).await
    }

    async fn replace(&self, recipe: &Recipe, was: u64) -> Result<(), WriteError> {
        let main = self
            .put(rows::recipe_item(recipe)?)
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", keys::VERSION)
            .expression_attribute_values(":was", AttributeValue::N(was.to_string()));
        let mut items = vec![self.generation_check(&recipe.owner, recipe.generation)?];
        items.extend(self.beside(recipe)?);
        items.push(put_item(main.build())?);
        self.transact(1, items).await
    }

    async fn transfer(&self, recipe: &Recipe, before: &Recipe) -> Result<(), WriteError> {
        let main = self
            .put(rows::recipe_item(recipe)?)
            // The version also covers the owner: a change of the owner increments it.
            .condition_expression("#v = :was")
            .expression_attribute_names("#v", keys::VERSION)
            .expression_attribute_values(":was", AttributeValue::N(before.version.to_string()));
        let card = self.delete_of(keys::card_key(&before.owner, before.created_at, &before.id));
        let mut items = vec![
            self.generation_check(&before.owner, before.generation)?,
            self.generation_check(&recipe.owner, recipe.generation)?,
        ];
        items.extend(self.beside(recipe)?);
        items.extend([put_item(main.build())?, delete_item(card.build())?]);
        self.transact(2, items).await
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
        self.transact(0, items).await
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
            let query = self.list_query(owner, limit, start).scan_index_forward(order == Order::OldestFirst);
            let answer = query.send().await.map_err(|error| port_error("Query", &error))?;
            cards.extend(rows::read_cards(answer.items.unwrap_or_default()));
            // The key of the last row, not of the last card: later rows may be unreadable.
            let place = answer.last_evaluated_key.as_ref().map(keys::read_place);
            match place {
                None => return Ok(CardPage { cards, next: None }),
                Some(Some(next)) => return Ok(CardPage { cards, next: Some(next) }),
                // This key cannot be a page token, so the page continues.
                Some(None) => start = answer.last_evaluated_key,
            }
        }
    }

    async fn places(
        &self,
        owner: &OwnerId,
        limit: u32,
        after: Option<&Place>,
    ) -> Result<ListPositionPage, PortError> {
        let mut start = after.map(|(created_at, id)| keys::card_key(owner, *created_at, id));
        loop {
            let query = self.list_query(owner, limit, start).projection_expression("PK, SK");
            let answer = query.send().await.map_err(|error| port_error("Query", &error))?;
            let places: Vec<_> =
                answer.items.unwrap_or_default().iter().filter_map(keys::read_place).collect();
            let next = answer.last_evaluated_key.as_ref().and_then(keys::read_place);
            if !places.is_empty() || answer.last_evaluated_key.is_none() || next.is_some() {
                return Ok(ListPositionPage { places, next });
            }
            start = answer.last_evaluated_key;
        }
    }

    async fn remains(&self, id: &RecipeId) -> Result<Option<UnreadableRecipe>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(keys::recipe_key(id)));
        let answer =
            request.consistent_read(true).send().await.map_err(|error| port_error("GetItem", &error))?;
        Ok(answer.item.as_ref().map(rows::readable_attributes))
    }

    async fn erase(
        &self,
        owner: &OwnerId,
        place: &Place,
        remains: &UnreadableRecipe,
    ) -> Result<(), PortError> {
        let (created_at, id) = place;
        let delete = async |key| {
            let request = self.client.delete_item().table_name(&self.table).set_key(Some(key));
            request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
        };
        // The list row is deleted last, so that a failed deletion can be repeated.
        if let Some(upload) = &remains.upload {
            delete(keys::use_key(upload, id)).await?;
        }
        let request = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(keys::recipe_key(id)))
            .condition_expression("attribute_not_exists(#o) OR #o = :owner")
            .expression_attribute_names("#o", keys::OWNER)
            .expression_attribute_values(":owner", AttributeValue::S(owner.secret().to_owned()));
        match request.send().await {
            Ok(_) => {}
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DeleteItemError::is_conditional_check_failed_exception) => {}
            Err(error) => return Err(port_error("DeleteItem", &error)),
        }
        delete(keys::card_key(owner, *created_at, id)).await
    }

    async fn unsettled(&self, before: Timestamp, limit: u32) -> Result<Vec<RecipeId>, PortError> {
        let shards = keys::unsettled_shards().map(|shard| self.unsettled_of(shard, before, limit));
        let mut found: Vec<_> = try_join_all(shards).await?.into_iter().flatten().collect();
        found.sort();
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    async fn is_full(&self, id: &RecipeId, limit: u32, now: Timestamp) -> Result<bool, PortError> {
        let shard = keys::unsettled_shard(id);
        // If a shard is empty, far fewer recipes are unsettled. This is the usual case.
        if limit >= keys::SHARDS * 4 && self.unsettled_of(shard, now, 1).await?.is_empty() {
            return Ok(false);
        }
        Ok(self.unsettled(now, limit).await?.len() >= usize::try_from(limit).unwrap_or(usize::MAX))
    }

    async fn recipes_of(
        &self,
        upload: &Upload,
        after: Option<&RecipeId>,
        limit: u32,
    ) -> Result<Vec<RecipeId>, PortError> {
        let after = after.map(|id| keys::use_key(upload, id));
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :upload")
            .expression_attribute_values(":upload", AttributeValue::S(keys::upload_key(upload)))
            .set_exclusive_start_key(after)
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

fn is_transaction_conflict_only(error: &SdkError<TransactWriteItemsError, HttpResponse>) -> bool {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error()
    else {
        return false;
    };
    let mut codes = cancelled.cancellation_reasons().iter().filter_map(|reason| reason.code());
    codes.all(|code| matches!(code, "None" | "TransactionConflict"))
}

/// Maps the reasons of a cancelled transaction. The first `checks` items are owner checks; other failed
/// conditions and conflicts are `Conflict`.
fn write_error(error: &SdkError<TransactWriteItemsError, HttpResponse>, checks: usize) -> WriteError {
    if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
        let codes: Vec<_> =
            cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or_default()).collect();
        if codes.iter().take(checks).any(|code| *code == "ConditionalCheckFailed") {
            return WriteError::Ended;
        }
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
