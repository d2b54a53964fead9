//! Reads one partition of an index, such as all rows of one owner.

use app::listing::PageRequest;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::PortError;

use crate::errors::port_error;
use crate::rows::keys::{Item, PK};

pub(crate) struct IndexPartition<'a> {
    pub(crate) client: &'a Client,
    pub(crate) table: &'a str,
    pub(crate) index: &'a str,
    pub(crate) attribute: &'a str,
    pub(crate) value: &'a str,
}

impl IndexPartition<'_> {
    fn query(&self, condition: &str) -> QueryFluentBuilder {
        self.client
            .query()
            .table_name(self.table)
            .index_name(self.index)
            .key_condition_expression(condition)
            .expression_attribute_names("#partition", self.attribute)
            .expression_attribute_values(":partition", AttributeValue::S(self.value.to_owned()))
    }

    /// One page of an index sorted by `moment`, after the key `start`, and the last key if there may be more.
    pub(crate) async fn page(
        &self,
        moment: &str,
        page: &PageRequest,
        start: Option<Item>,
    ) -> Result<(Vec<Item>, Option<Item>), PortError> {
        let answer = self
            .query("#partition = :partition AND #moment BETWEEN :first AND :last")
            .expression_attribute_names("#moment", moment)
            .expression_attribute_values(":first", AttributeValue::S(page.span.first.clone()))
            .expression_attribute_values(":last", AttributeValue::S(page.span.last.clone()))
            .scan_index_forward(!page.is_newest_first)
            .limit(i32::try_from(page.limit).unwrap_or(i32::MAX))
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(|error| port_error("Query", &error))?;
        Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key))
    }

    pub(crate) async fn keys(&self) -> Result<Vec<Item>, PortError> {
        let (mut keys, mut start) = (Vec::new(), None);
        loop {
            let query = self.query("#partition = :partition").projection_expression(PK);
            let answer = query.set_exclusive_start_key(start).send().await;
            let answer = answer.map_err(|error| port_error("Query", &error))?;
            keys.extend(answer.items.unwrap_or_default());
            start = answer.last_evaluated_key;
            if start.is_none() {
                return Ok(keys);
            }
        }
    }
}
