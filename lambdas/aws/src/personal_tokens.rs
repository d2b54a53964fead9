//! Personal tokens in the recipe table; row formats are in [`rows`]. A member's tokens are limited by a fixed
//! number of slots.

use app::OwnerId;
use app::personal_tokens::{Kept, MAX_TOKENS, PersonalToken, PersonalTokens, TokenHash};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{AttributeValue, Delete, Put, TransactWriteItem};
use zest_core::{PortError, RecipeId, Timestamp};

use crate::errors::port_error;
use crate::owners::open_account_check;
use crate::rows;
use crate::rows::keys::Item;
use crate::rows::token_row::{self, TokenSlot};
use crate::transaction::transact;

/// Personal tokens in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoPersonalTokens {
    client: Client,
    table: String,
}

impl DynamoPersonalTokens {
    /// Tokens in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    async fn slots(&self, owner: &OwnerId) -> Result<Vec<TokenSlot>, PortError> {
        let request = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :member AND begins_with(SK, :slots)")
            .expression_attribute_values(":member", AttributeValue::S(rows::member_pk(owner)))
            .expression_attribute_values(":slots", AttributeValue::S(token_row::TOKEN_PREFIX.to_owned()))
            .consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("Query", &error))?;
        answer.items.unwrap_or_default().into_iter().map(token_row::read_slot).collect()
    }

    async fn get(&self, key: Item) -> Result<Option<PersonalToken>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        answer.item.map(token_row::read_token).transpose()
    }

    fn put(&self, item: Item) -> Result<TransactWriteItem, PortError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK)")
            .build()
            .map_err(|error| broken(&error))?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    fn delete(&self, key: Item) -> Result<TransactWriteItem, PortError> {
        let delete = Delete::builder().table_name(&self.table).set_key(Some(key));
        // A second revocation must not free a slot that has a new token.
        let delete = delete.condition_expression("attribute_exists(PK)").build();
        Ok(TransactWriteItem::builder().delete(delete.map_err(|error| broken(&error))?).build())
    }
}

fn broken(error: &BuildError) -> PortError {
    PortError::Broken(error.to_string())
}

impl PersonalTokens for DynamoPersonalTokens {
    async fn find(&self, hash: &TokenHash) -> Result<Option<PersonalToken>, PortError> {
        self.get(token_row::token_key(hash)).await
    }

    async fn list(&self, owner: &OwnerId) -> Result<Vec<PersonalToken>, PortError> {
        let mut tokens = Vec::new();
        for slot in self.slots(owner).await? {
            tokens.extend(self.get(slot.token_key()).await?);
        }
        tokens.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        Ok(tokens)
    }

    async fn keep(&self, hash: &TokenHash, token: &PersonalToken) -> Result<Kept, PortError> {
        let taken: Vec<_> = self.slots(&token.owner).await?.iter().filter_map(TokenSlot::number).collect();
        let Some(slot) = (0..MAX_TOKENS).find(|slot| !taken.contains(slot)) else { return Ok(Kept::Full) };
        let items = vec![
            open_account_check(&self.table, &token.owner)?,
            self.put(token_row::slot_item(&token.owner, slot, hash)?)?,
            self.put(token_row::token_item(hash, token)?)?,
        ];
        match transact(&self.client, items).await? {
            None => Ok(Kept::Stored),
            Some(0) => Ok(Kept::Ended),
            Some(_) => Err(PortError::Busy("TransactWriteItems: the slot was taken meanwhile".to_owned())),
        }
    }

    async fn remove(&self, owner: &OwnerId, id: &RecipeId) -> Result<bool, PortError> {
        for slot in self.slots(owner).await? {
            if self.get(slot.token_key()).await?.is_some_and(|token| token.id == *id) {
                let items = vec![self.delete(slot.token_key())?, self.delete(slot.key())?];
                return Ok(transact(&self.client, items).await?.is_none());
            }
        }
        Ok(false)
    }

    async fn record_use(&self, hash: &TokenHash, used_at: Timestamp) -> Result<(), PortError> {
        let request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(token_row::token_key(hash)))
            .update_expression("SET #used = :used")
            .condition_expression("attribute_exists(PK)")
            .expression_attribute_names("#used", token_row::USED_AT)
            .expression_attribute_values(":used", AttributeValue::S(String::from(used_at)));
        match request.send().await {
            Ok(_) => Ok(()),
            // Revoked in the meantime.
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(|error| error.is_conditional_check_failed_exception()) =>
            {
                Ok(())
            }
            Err(error) => Err(port_error("UpdateItem", &error)),
        }
    }
}
