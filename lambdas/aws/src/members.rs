//! Members in the table of recipes; what their rows look like stands in [`rows`].

use app::error::PortError;
use app::members::{ClaimId, Members};
use app::{OwnerId, Timestamp};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};

use crate::errors::port_error;
use crate::rows;
use crate::rows::keys::Item;

/// The members' rows of the table `Recipes`.
#[derive(Clone, Debug)]
pub struct DynamoMembers {
    client: Client,
    table: String,
}

impl DynamoMembers {
    /// Over the table of this name.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    async fn delete(&self, key: Item) -> Result<(), PortError> {
        let request = self.client.delete_item().table_name(&self.table).set_key(Some(key));
        request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
    }

    fn put(&self, item: Item) -> aws_sdk_dynamodb::types::builders::PutBuilder {
        Put::builder().table_name(&self.table).set_item(Some(item))
    }
}

impl Members for DynamoMembers {
    async fn identity_of(&self, user: &OwnerId) -> Result<Option<OwnerId>, PortError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(rows::member_key(user)))
            .consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        Ok(answer.item.and_then(rows::read_identity))
    }

    async fn bind(&self, user: &OwnerId, identity: &OwnerId) -> Result<(), PortError> {
        let item = rows::member_item(user, identity)?;
        let request = self.client.put_item().table_name(&self.table).set_item(Some(item));
        request.send().await.map(drop).map_err(|error| port_error("PutItem", &error))
    }

    async fn use_claim(
        &self,
        claim: &ClaimId,
        user: &OwnerId,
        expires: Timestamp,
    ) -> Result<bool, PortError> {
        let [used, of_member] = rows::claim_items(claim, user, expires)?;
        let used = self
            .put(used)
            .condition_expression("attribute_not_exists(PK) OR #by = :user")
            .expression_attribute_names("#by", rows::USED_BY)
            .expression_attribute_values(":user", AttributeValue::S(user.secret().to_owned()));
        let items = [used.build(), self.put(of_member).build()].into_iter().map(|put| {
            let put = put.map_err(|error| PortError::Broken(error.to_string()))?;
            Ok(TransactWriteItem::builder().put(put).build())
        });
        let items = items.collect::<Result<Vec<_>, PortError>>()?;
        let Err(error) = self.client.transact_write_items().set_transact_items(Some(items)).send().await
        else {
            return Ok(true);
        };
        if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
            error.as_service_error()
        {
            let refused_for =
                |code| cancelled.cancellation_reasons().iter().any(|reason| reason.code() == Some(code));
            if refused_for("ConditionalCheckFailed") {
                return Ok(false);
            }
            // Somebody is using it at this very moment: who was first is known at the next try.
            if refused_for("TransactionConflict") {
                return Err(PortError::Busy("TransactWriteItems: conflict".to_owned()));
            }
        }
        Err(port_error("TransactWriteItems", &error))
    }

    async fn forget(&self, user: &OwnerId) -> Result<(), PortError> {
        loop {
            let request = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("PK = :member")
                .expression_attribute_values(":member", AttributeValue::S(rows::member_pk(user)))
                .consistent_read(true);
            let answer = request.send().await.map_err(|error| port_error("Query", &error))?;
            let found = answer.items.unwrap_or_default();
            for row in &found {
                for key in rows::keys_to_forget(user, row) {
                    self.delete(key).await?;
                }
            }
            if answer.last_evaluated_key.is_none() {
                return Ok(());
            }
        }
    }
}
