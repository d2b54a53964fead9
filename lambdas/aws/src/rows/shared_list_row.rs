//! Row format of shared lists: `S#<id>`/`S` with all items, indexed by owner.

use std::collections::BTreeMap;

use app::ids::SharedListId;
use app::shared_lists::{Aisle, Item as ListItem, ItemId, SharedList};
use app::{Language, OwnerId};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::codes::Coded;
use crate::rows::keys::{Item, PK, key};
use crate::rows::read::{read, write};

/// Index by [`OWNER`](crate::rows::keys::OWNER); keys only.
pub(crate) const OWNERS_INDEX: &str = "owners";
pub(crate) const ITEMS: &str = "items";
pub(crate) const DONE: &str = "done";
pub(crate) const EXPIRES_AT: &str = "expiresAt";

const PREFIX: &str = "S#";
const SORT_KEY: &str = "S";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SharedListRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    id: SharedListId,
    owner: OwnerId,
    items: BTreeMap<ItemId, ItemRow>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// Time to live, in seconds since 1970.
    #[serde(default)]
    expires_at: i64,
}

#[derive(Serialize, Deserialize)]
struct ItemRow {
    text: String,
    #[serde(default)]
    aisle: Coded<Aisle>,
    #[serde(default, skip_serializing_if = "Coded::is_absent")]
    language: Coded<Language>,
    #[serde(default)]
    done: bool,
}

impl ItemRow {
    fn of(item: ListItem) -> Self {
        let ListItem { text, aisle, language, is_done } = item;
        Self { text, aisle: aisle.into(), language: language.into(), done: is_done }
    }
}

pub(crate) fn shared_list_key(id: &SharedListId) -> Item {
    key(format!("{PREFIX}{}", id.secret()), SORT_KEY.to_owned())
}

pub(crate) fn read_shared_list_id(item: &Item) -> Option<SharedListId> {
    SharedListId::parse(item.get(PK)?.as_s().ok()?.strip_prefix(PREFIX)?).ok()
}

pub(crate) fn shared_list_item(list: &SharedList) -> Result<Item, PortError> {
    let expires_at = list.expires_at().seconds();
    let list = list.clone();
    write(&SharedListRow {
        pk: format!("{PREFIX}{}", list.id.secret()),
        sk: SORT_KEY.to_owned(),
        id: list.id,
        owner: list.owner,
        items: list.items.into_iter().map(|(id, item)| (id, ItemRow::of(item))).collect(),
        version: list.version,
        created_at: list.created_at,
        updated_at: list.updated_at,
        expires_at,
    })
}

pub(crate) fn item_value(item: &ListItem) -> Result<AttributeValue, PortError> {
    Ok(AttributeValue::M(write(&ItemRow::of(item.clone()))?))
}

pub(crate) fn read_shared_list(item: Item) -> Result<SharedList, PortError> {
    let row: SharedListRow = read(item.into())?;
    let item = |row: ItemRow| ListItem {
        text: row.text,
        aisle: row.aisle.known().unwrap_or(Aisle::Other),
        language: row.language.known(),
        is_done: row.done,
    };
    Ok(SharedList {
        id: row.id,
        owner: row.owner,
        items: row.items.into_iter().map(|(id, row)| (id, item(row))).collect(),
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}
