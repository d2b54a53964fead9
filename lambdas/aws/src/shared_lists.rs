//! Shared lists in the table `SharedLists`; the row format is in `rows::shared_list_row`.

use std::collections::BTreeMap;

use app::OwnerId;
use app::error::WriteError;
use app::ids::SharedListId;
use app::shared_lists::{Edit, ITEMS_LIMIT, ItemId, KEPT, SharedList, SharedListStore};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use zest_core::{PortError, Timestamp};

use crate::errors::port_error;
use crate::index::IndexPartition;
use crate::rows::keys::{Item, OWNER, PK, UPDATED_AT, VERSION};
use crate::rows::shared_list_row::{
    DONE, EXPIRES_AT, ITEMS, OWNERS_INDEX, item_value, read_shared_list, read_shared_list_id,
    shared_list_item, shared_list_key,
};

/// Shared lists in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoSharedLists {
    client: Client,
    table: String,
}

impl DynamoSharedLists {
    /// Returns a store that uses this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    async fn owner_keys(&self, owner: &OwnerId) -> Result<Vec<Item>, PortError> {
        let (client, table) = (&self.client, &self.table);
        let partition =
            IndexPartition { client, table, index: OWNERS_INDEX, attribute: OWNER, value: owner.secret() };
        partition.keys().await
    }

    /// Writes the edits in one atomic update. Each has its own path, so concurrent edits are kept.
    fn update(
        &self,
        id: &SharedListId,
        edits: &BTreeMap<ItemId, Edit>,
        now: Timestamp,
    ) -> Result<UpdateItemFluentBuilder, PortError> {
        let added = edits.values().filter(|edit| matches!(edit, Edit::Add(_))).count();
        let mut request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(shared_list_key(id)))
            .return_values(ReturnValue::AllNew)
            .expression_attribute_names("#items", ITEMS)
            .expression_attribute_names("#version", VERSION)
            .expression_attribute_names("#updated", UPDATED_AT)
            .expression_attribute_names("#expires", EXPIRES_AT)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":updated", AttributeValue::S(now.into()))
            .expression_attribute_values(":now", number(now.seconds()))
            .expression_attribute_values(":expires", number(now.plus(KEPT).seconds()))
            .expression_attribute_values(":room", number(ITEMS_LIMIT.saturating_sub(added)));
        let mut set = vec![
            "#version = #version + :one".to_owned(),
            "#updated = :updated".to_owned(),
            "#expires = :expires".to_owned(),
        ];
        let (mut remove, mut conditions) =
            (Vec::new(), vec!["#expires > :now AND size(#items) <= :room".to_owned()]);
        for (position, (id, edit)) in edits.iter().enumerate() {
            let path = format!("#items.#i{position}");
            request = request.expression_attribute_names(format!("#i{position}"), id.as_str());
            match edit {
                Edit::Add(item) => {
                    set.push(format!("{path} = :i{position}"));
                    conditions.push(format!("attribute_not_exists({path})"));
                    request = request.expression_attribute_values(format!(":i{position}"), item_value(item)?);
                }
                Edit::Tick(done) => {
                    set.push(format!("{path}.#done = :i{position}"));
                    conditions.push(format!("attribute_exists({path})"));
                    request = request
                        .expression_attribute_names("#done", DONE)
                        .expression_attribute_values(format!(":i{position}"), AttributeValue::Bool(*done));
                }
                Edit::Remove => remove.push(path),
            }
        }
        let removal =
            if remove.is_empty() { String::new() } else { format!(" REMOVE {}", remove.join(", ")) };
        Ok(request
            .update_expression(format!("SET {}{removal}", set.join(", ")))
            .condition_expression(conditions.join(" AND ")))
    }
}

fn number(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

impl SharedListStore for DynamoSharedLists {
    async fn get(&self, id: &SharedListId) -> Result<Option<SharedList>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(shared_list_key(id)));
        let answer =
            request.consistent_read(true).send().await.map_err(|error| port_error("GetItem", &error))?;
        answer.item.map(read_shared_list).transpose()
    }

    async fn create(&self, list: &SharedList) -> Result<(), WriteError> {
        let request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(shared_list_item(list)?))
            .condition_expression(format!("attribute_not_exists({PK})"));
        let Err(error) = request.send().await else { return Ok(()) };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(_)) => Err(WriteError::Conflict),
            _ => Err(port_error("PutItem", &error).into()),
        }
    }

    async fn edit(
        &self,
        id: &SharedListId,
        edits: &BTreeMap<ItemId, Edit>,
        now: Timestamp,
    ) -> Result<SharedList, WriteError> {
        match self.update(id, edits, now)?.send().await {
            Ok(answer) => Ok(read_shared_list(answer.attributes.unwrap_or_default())?),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(_)) => Err(WriteError::Conflict),
                _ => Err(port_error("UpdateItem", &error).into()),
            },
        }
    }

    async fn delete(&self, id: &SharedListId) -> Result<(), PortError> {
        let request = self.client.delete_item().table_name(&self.table).set_key(Some(shared_list_key(id)));
        request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
    }

    async fn of_owner(&self, owner: &OwnerId) -> Result<Vec<SharedListId>, PortError> {
        Ok(self.owner_keys(owner).await?.iter().filter_map(read_shared_list_id).collect())
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        for id in self.of_owner(owner).await? {
            self.delete(&id).await?;
        }
        Ok(())
    }
}
