//! The table's stream, as Lambda delivers it.

use app::ports::PortError;
use app::publish::RowChange;
use serde::Deserialize;
use serde_dynamo::Item;

use crate::rows;

/// A batch of changed rows.
#[derive(Debug, Deserialize)]
pub struct StreamEvent {
    /// In the order of the writes.
    #[serde(rename = "Records")]
    records: Vec<Record>,
}

#[derive(Debug, Deserialize)]
struct Record {
    dynamodb: Images,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Images {
    new_image: Option<Item>,
    old_image: Option<Item>,
}

/// The list rows among the changes; rows of another kind are passed over.
///
/// # Errors
/// [`PortError::Broken`] for a list row that cannot be read.
pub fn row_changes(event: StreamEvent) -> Result<Vec<RowChange>, PortError> {
    let mut changes = Vec::with_capacity(event.records.len());
    for Record { dynamodb } in event.records {
        let before = dynamodb.old_image.map(rows::read_streamed).transpose()?.flatten();
        let after = dynamodb.new_image.map(rows::read_streamed).transpose()?.flatten();
        let Some(owner) = after.as_ref().or(before.as_ref()).map(|(owner, _)| owner.clone()) else {
            continue;
        };
        changes.push(RowChange {
            owner,
            before: before.map(|(_, card)| card),
            after: after.map(|(_, card)| card),
        });
    }
    Ok(changes)
}

impl StreamEvent {
    /// How many rows have changed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}
