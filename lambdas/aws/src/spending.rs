//! Daily spending in the table of conversations. `D#<owner>`/`<day>` holds micro-dollars, with a time to
//! live.

use std::time::Duration;

use app::OwnerId;
use app::spending::Spending;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use zest_core::{PortError, Timestamp};

use crate::errors::port_error;
use crate::rows::keys::key;

const SPENT: &str = "spent";
const EXPIRES_AT: &str = "expiresAt";
const SPENDING_RETENTION: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// Daily spending in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoSpending {
    client: Client,
    table: String,
}

impl DynamoSpending {
    /// Spending in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }
}

fn partition(owner: &OwnerId) -> String {
    format!("D#{}", owner.secret())
}

impl Spending for DynamoSpending {
    async fn spend(&self, owner: &OwnerId, micro_dollars: u64, now: Timestamp) -> Result<u64, PortError> {
        let moment = String::from(now);
        let day = moment.get(..10).unwrap_or_default().to_owned();
        let expires = now.plus(SPENDING_RETENTION).seconds();
        let request = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key(partition(owner), day)))
            .update_expression("ADD #spent :more SET #expires = :expires")
            .expression_attribute_names("#spent", SPENT)
            .expression_attribute_names("#expires", EXPIRES_AT)
            .expression_attribute_values(":more", AttributeValue::N(micro_dollars.to_string()))
            .expression_attribute_values(":expires", AttributeValue::N(expires.to_string()))
            .return_values(ReturnValue::UpdatedNew);
        let answer = request.send().await.map_err(|error| port_error("UpdateItem", &error))?;
        let spent = answer.attributes().and_then(|row| row.get(SPENT)?.as_n().ok()?.parse().ok());
        spent.ok_or_else(|| PortError::Unreadable("what a person has spent".to_owned()))
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        // Rows expire after two days, so all are on one page.
        let days = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("PK = :owner")
            .expression_attribute_values(":owner", AttributeValue::S(partition(owner)))
            .projection_expression("PK, SK")
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| port_error("Query", &error))?;
        for row in days.items.unwrap_or_default() {
            let deletion = self.client.delete_item().table_name(&self.table).set_key(Some(row)).send().await;
            deletion.map_err(|error| port_error("DeleteItem", &error))?;
        }
        Ok(())
    }
}
