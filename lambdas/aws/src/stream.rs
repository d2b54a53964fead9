//! The table's stream, as Lambda delivers it.

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

/// The list rows among the changes. Rows of another kind are passed over, and so are those that cannot be read, which are
/// logged: an error would deliver the whole batch again, to no better end.
#[must_use]
pub fn row_changes(event: StreamEvent) -> Vec<RowChange> {
    let mut changes = Vec::with_capacity(event.records.len());
    for Record { dynamodb } in event.records {
        let before = dynamodb.old_image.and_then(rows::read_streamed);
        let after = dynamodb.new_image.and_then(rows::read_streamed);
        let Some(owner) = after.as_ref().or(before.as_ref()).map(|(owner, _)| owner.clone()) else {
            continue;
        };
        changes.push(RowChange {
            owner,
            before: before.map(|(_, card)| card),
            after: after.map(|(_, card)| card),
        });
    }
    changes
}

impl StreamEvent {
    /// How many rows have changed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no record of the batch has failed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}
