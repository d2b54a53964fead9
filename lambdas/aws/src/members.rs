//! Members in the recipe table; row formats are in [`rows`].

use app::OwnerId;
use app::members::Members;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::PortError;

use crate::errors::port_error;
use crate::rows;
use crate::rows::keys::Item;

/// [`Members`] in the recipe table.
#[derive(Clone, Debug)]
pub struct DynamoMembers {
    client: Client,
    table: String,
}

impl DynamoMembers {
    /// Members in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    async fn delete(&self, key: Item) -> Result<(), PortError> {
        let request = self.client.delete_item().table_name(&self.table).set_key(Some(key));
        request.send().await.map(drop).map_err(|error| port_error("DeleteItem", &error))
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
                for key in rows::keys_to_delete(user, row) {
                    self.delete(key).await?;
                }
            }
            if answer.last_evaluated_key.is_none() {
                return Ok(());
            }
        }
    }
}
