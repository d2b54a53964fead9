//! Proposals of programs in the recipe table: one row per member; its format is in [`proposals_row`].

use app::OwnerId;
use app::error::WriteError;
use app::program_proposals::{MemberProposals, ProgramProposals};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem};
use zest_core::PortError;

use crate::errors::port_error;
use crate::owners::open_account_check;
use crate::rows::keys::VERSION;
use crate::rows::proposals_row;
use crate::transaction::transact;

/// Proposals of programs in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoProgramProposals {
    client: Client,
    table: String,
}

impl DynamoProgramProposals {
    /// Proposals in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }
}

impl ProgramProposals for DynamoProgramProposals {
    async fn load(&self, owner: &OwnerId) -> Result<MemberProposals, PortError> {
        let key = proposals_row::proposals_key(owner);
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key)).consistent_read(true);
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        Ok(answer.item.map(proposals_row::read_proposals).transpose()?.unwrap_or_default())
    }

    async fn replace(&self, owner: &OwnerId, waiting: &MemberProposals, base: u64) -> Result<(), WriteError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(proposals_row::proposals_item(owner, waiting)?))
            .expression_attribute_names("#version", VERSION);
        let put = if base == 0 {
            put.condition_expression("attribute_not_exists(#version)")
        } else {
            put.condition_expression("#version = :base")
                .expression_attribute_values(":base", AttributeValue::N(base.to_string()))
        };
        let put = put.build().map_err(|error| PortError::Broken(error.to_string()))?;
        let items =
            vec![open_account_check(&self.table, owner)?, TransactWriteItem::builder().put(put).build()];
        match transact(&self.client, items).await? {
            None => Ok(()),
            Some(0) => Err(WriteError::Ended),
            Some(_) => Err(WriteError::Conflict),
        }
    }
}
