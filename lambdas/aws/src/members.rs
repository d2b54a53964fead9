//! Members in the table of recipes: `U#<sub>`/`U` holds the identity id, `T#<claim>`/`T` says who has used a claim
//! token, and `U#<sub>`/`T#<claim>` the same seen from the member, so that all of a member can be forgotten.

use app::error::PortError;
use app::members::{ClaimId, Members};
use app::{OwnerId, Timestamp};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};

use crate::errors::port_error;
use crate::rows::keys::{Item, SK, key};

const IDENTITY: &str = "identity";
const USED_BY: &str = "usedBy";
/// DynamoDB's time to live, in seconds since 1970: a claim that has expired need not be remembered.
const EXPIRES_AT: &str = "expiresAt";
const CLAIM_PREFIX: &str = "T#";

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

fn member(user: &OwnerId) -> String {
    format!("U#{}", user.secret())
}

fn claim_sort_key(claim: &ClaimId) -> String {
    format!("{CLAIM_PREFIX}{}", claim.as_str())
}

fn claim_key(sort_key: String) -> Item {
    key(sort_key, "T".to_owned())
}

impl Members for DynamoMembers {
    async fn identity_of(&self, user: &OwnerId) -> Result<Option<OwnerId>, PortError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(member(user), "U".to_owned())))
            .consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        let identity = answer.item.as_ref().and_then(|item| item.get(IDENTITY)?.as_s().ok());
        Ok(identity.map(OwnerId::new))
    }

    async fn bind(&self, user: &OwnerId, identity: &OwnerId) -> Result<(), PortError> {
        let mut item = key(member(user), "U".to_owned());
        item.insert(IDENTITY.to_owned(), AttributeValue::S(identity.secret().to_owned()));
        let request = self.client.put_item().table_name(&self.table).set_item(Some(item));
        request.send().await.map(drop).map_err(|error| port_error("PutItem", &error))
    }

    async fn use_claim(
        &self,
        claim: &ClaimId,
        user: &OwnerId,
        expires: Timestamp,
    ) -> Result<bool, PortError> {
        let expires = AttributeValue::N(expires.seconds().to_string());
        let mut used = claim_key(claim_sort_key(claim));
        used.insert(USED_BY.to_owned(), AttributeValue::S(user.secret().to_owned()));
        used.insert(EXPIRES_AT.to_owned(), expires.clone());
        let mut of_member = key(member(user), claim_sort_key(claim));
        of_member.insert(EXPIRES_AT.to_owned(), expires);
        let used = self
            .put(used)
            .condition_expression("attribute_not_exists(PK) OR #by = :user")
            .expression_attribute_names("#by", USED_BY)
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
                .expression_attribute_values(":member", AttributeValue::S(member(user)))
                .consistent_read(true);
            let answer = request.send().await.map_err(|error| port_error("Query", &error))?;
            let rows = answer.items.unwrap_or_default();
            for row in &rows {
                let sort_key = row.get(SK).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default();
                // The claim's own row goes first: it can only be found by way of this one.
                if sort_key.starts_with(CLAIM_PREFIX) {
                    self.delete(claim_key(sort_key.clone())).await?;
                }
                self.delete(key(member(user), sort_key)).await?;
            }
            if answer.last_evaluated_key.is_none() {
                return Ok(());
            }
        }
    }
}
