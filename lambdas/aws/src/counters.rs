//! Counters in a table of the function. `L#<name>`/`L` holds a usage count, or the recipe that claimed an upload,
//! with a time to live.

use app::limits::{CounterName, Counters};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::{PortError, RecipeId, Timestamp};

use crate::errors::port_error;
use crate::rows::keys::{Item, key};

const USED: &str = "used";
const HOLDER: &str = "holder";
const EXPIRES_AT: &str = "expiresAt";

/// Counters in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoCounters {
    client: Client,
    table: String,
}

impl DynamoCounters {
    /// Counters in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }
}

fn counter_key(name: &CounterName) -> Item {
    key(format!("L#{}", name.as_str()), "L".to_owned())
}

fn number(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

impl Counters for DynamoCounters {
    async fn count(&self, name: &CounterName, limit: u32, expires: Timestamp) -> Result<bool, PortError> {
        if limit == 0 {
            return Ok(false);
        }
        let request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(counter_key(name)))
            .update_expression("ADD #used :one SET #expires = :expires")
            .condition_expression("attribute_not_exists(#used) OR #used < :limit")
            .expression_attribute_names("#used", USED)
            .expression_attribute_names("#expires", EXPIRES_AT)
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":limit", number(limit))
            .expression_attribute_values(":expires", number(expires.seconds()));
        match request.send().await {
            Ok(_) => Ok(true),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(_)) => Ok(false),
                _ => Err(port_error("UpdateItem", &error)),
            },
        }
    }

    async fn claim(
        &self,
        name: &CounterName,
        holder: &RecipeId,
        expires: Timestamp,
    ) -> Result<bool, PortError> {
        let mut item = counter_key(name);
        item.insert(HOLDER.to_owned(), AttributeValue::S(holder.to_string()));
        item.insert(EXPIRES_AT.to_owned(), number(expires.seconds()));
        let request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK) OR #holder = :holder")
            .expression_attribute_names("#holder", HOLDER)
            .expression_attribute_values(":holder", AttributeValue::S(holder.to_string()));
        match request.send().await {
            Ok(_) => Ok(true),
            Err(error) => match error.as_service_error() {
                Some(PutItemError::ConditionalCheckFailedException(_)) => Ok(false),
                _ => Err(port_error("PutItem", &error)),
            },
        }
    }
}
