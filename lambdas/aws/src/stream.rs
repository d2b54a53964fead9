//! DynamoDB stream records, as delivered by Lambda.

use app::credits::CreditChange;
use app::holds::ChargeChange;
use app::publish::RowChange;
use serde::Deserialize;
use serde_dynamo::{AttributeValue, Item};

use crate::rows;
use crate::rows::credits::keys;
use crate::rows::keys::{PK, SK};

/// A stream record: a row before and after its change.
#[derive(Debug, Deserialize)]
pub struct StreamRecord {
    dynamodb: Images,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Images {
    new_image: Option<Item>,
    old_image: Option<Item>,
}

/// Changes of list rows. Other rows are skipped, and so are unreadable ones, which are logged: an error would
/// redeliver the whole batch.
#[must_use]
pub fn row_changes(records: Vec<StreamRecord>) -> Vec<RowChange> {
    let mut changes = Vec::with_capacity(records.len());
    for StreamRecord { dynamodb } in records {
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

/// Changes of charged recipes and conversations. Other and unreadable rows are skipped; the sweep of holds
/// handles them.
#[must_use]
pub fn charge_changes(records: Vec<StreamRecord>) -> Vec<ChargeChange> {
    let change = |StreamRecord { dynamodb }: StreamRecord| {
        let before = dynamodb.old_image.and_then(rows::read_charge)?;
        Some(ChargeChange { before, after: dynamodb.new_image.and_then(rows::read_charge) })
    };
    records.into_iter().filter_map(change).collect()
}

/// Members with a changed balance or hold. Reads one number per row, so that damaged rows are published too.
#[must_use]
pub fn credit_changes(records: Vec<StreamRecord>) -> Vec<CreditChange> {
    let images = records.into_iter().filter_map(|record| record.dynamodb.new_image);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changed_balances_and_holds_name_their_member() {
        let image = |key: &str, row: serde_json::Value| json!({ "dynamodb": { key: row } });
        let row = |pk: &str, sk: &str| json!({ "PK": { "S": pk }, "SK": { "S": sk }, "version": { "N": "7" }, "sequence": { "N": "5" } });
        let records = json!([
            image("NewImage", row("U#ann", "BAL")),
            image("NewImage", row("U#ann", "H#0-1")),
            image("NewImage", row("U#ann", "G#2026#t1-0")),
            image("NewImage", row("P#1", "P")),
            image("NewImage", json!({ "PK": { "S": "U#ann" }, "SK": { "S": "BAL" } })),
            image("OldImage", row("U#ann", "BAL")),
        ]);
        let changes = credit_changes(serde_json::from_value(records).unwrap());
        let published: Vec<_> =
            changes.iter().map(|change| (change.user_id.as_str(), change.version)).collect();
        assert_eq!(published, [("ann", 7), ("ann", 5)]);
    }
}
