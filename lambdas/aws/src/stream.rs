//! The table's stream, as Lambda delivers it.

use app::credits::CreditChange;
use app::holds::ChargeChange;
use app::publish::RowChange;
use serde::Deserialize;
use serde_dynamo::{AttributeValue, Item};

use crate::rows;
use crate::rows::credits::keys;
use crate::rows::keys::{PK, SK};

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

/// What has become of the credits of recipes: of each change of a recipe's own row that bore a credit before it. Other rows are
/// passed over, and so is what cannot be read: the sweep of holds looks at it.
#[must_use]
pub fn charge_changes(event: StreamEvent) -> Vec<ChargeChange> {
    let change = |Record { dynamodb }: Record| {
        let before = dynamodb.old_image.and_then(rows::read_charge)?;
        Some(ChargeChange { before, after: dynamodb.new_image.and_then(rows::read_charge) })
    };
    event.records.into_iter().filter_map(change).collect()
}

/// The members whose balance or holds have changed. A number is all that is read of a row, so that none is too new or too
/// damaged for its owner to hear of it.
#[must_use]
pub fn credit_changes(event: StreamEvent) -> Vec<CreditChange> {
    let images = event.records.into_iter().filter_map(|record| record.dynamodb.new_image);
    images.filter_map(|row| credit_change(&row)).collect()
}

fn credit_change(row: &Item) -> Option<CreditChange> {
    let text = |name| match row.get(name) {
        Some(AttributeValue::S(text)) => Some(text.as_str()),
        _ => None,
    };
    let number = |name| match row.get(name) {
        Some(AttributeValue::N(number)) => number.parse().ok(),
        _ => None,
    };
    let sort_key = text(SK)?;
    let version = if sort_key == keys::BALANCE {
        number(keys::VERSION)?
    } else if sort_key.starts_with(keys::HOLDS) {
        number(keys::SEQUENCE)?
    } else {
        return None;
    };
    Some(CreditChange { user_id: keys::read_member(text(PK)?)?, version })
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn balances_and_holds_that_have_changed_name_their_member() {
        let image = |key: &str, row: serde_json::Value| json!({ "dynamodb": { key: row } });
        let row = |pk: &str, sk: &str| json!({ "PK": { "S": pk }, "SK": { "S": sk }, "version": { "N": "7" }, "sequence": { "N": "5" } });
        let event = json!({ "Records": [
            image("NewImage", row("U#ann", "BAL")),
            image("NewImage", row("U#ann", "H#0-1")),
            image("NewImage", row("U#ann", "G#2026#t1-0")),
            image("NewImage", row("P#1", "P")),
            image("NewImage", json!({ "PK": { "S": "U#ann" }, "SK": { "S": "BAL" } })),
            image("OldImage", row("U#ann", "BAL")),
        ] });
        let changes = credit_changes(serde_json::from_value(event).unwrap());
        let told: Vec<_> = changes.iter().map(|change| (change.user_id.as_str(), change.version)).collect();
        assert_eq!(told, [("ann", 7), ("ann", 5)]);
    }
}
