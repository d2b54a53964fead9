//! Grocery links in the recipe table. `G#<hash>`/`G` holds a page's URL, with a time to live.

use app::groceries::{GroceryLink, GroceryLinks, LinkName};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use zest_core::{PortError, Timestamp};

use crate::errors::port_error;
use crate::rows::keys::{Item, key};

const URL: &str = "url";
const EXPIRES_AT: &str = "expiresAt";

/// Grocery links in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoGroceryLinks {
    client: Client,
    table: String,
}

impl DynamoGroceryLinks {
    /// Links in this table.
    #[must_use]
    pub fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }
}

fn link_key(name: &LinkName) -> Item {
    key(format!("G#{}", name.as_str()), "G".to_owned())
}

/// Parses a link; `None` if unreadable, so that it is created again.
fn read(row: &Item) -> Option<GroceryLink> {
    let url = row.get(URL)?.as_s().ok()?.clone();
    let seconds: i64 = row.get(EXPIRES_AT)?.as_n().ok()?.parse().ok()?;
    Some(GroceryLink { url, expires_at: Timestamp::from_millis(seconds.checked_mul(1000)?) })
}

impl GroceryLinks for DynamoGroceryLinks {
    async fn find(&self, name: &LinkName) -> Result<Option<GroceryLink>, PortError> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(link_key(name)));
        let answer = request.send().await.map_err(|error| port_error("GetItem", &error))?;
        Ok(answer.item.as_ref().and_then(read))
    }

    async fn keep(&self, name: &LinkName, link: &GroceryLink) -> Result<(), PortError> {
        let mut item = link_key(name);
        item.insert(URL.to_owned(), AttributeValue::S(link.url.clone()));
        item.insert(EXPIRES_AT.to_owned(), AttributeValue::N(link.expires_at.seconds().to_string()));
        let request = self.client.put_item().table_name(&self.table).set_item(Some(item));
        request.send().await.map(drop).map_err(|error| port_error("PutItem", &error))
    }
}
