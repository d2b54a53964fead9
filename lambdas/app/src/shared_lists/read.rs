use std::collections::BTreeSet;

use recipe::Language;
use serde::Serialize;

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::{OwnerId, SharedListId};
use crate::owners::Owners;
use crate::shared_lists::model::{Aisle, Item, ItemId, SharedList};
use crate::shared_lists::names;
use crate::shared_lists::store::SharedListStore;
use zest_core::Timestamp;

/// `SharedList` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SharedListView {
    id: SharedListId,
    mine: bool,
    items: Vec<ItemView>,
    version: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
}

/// `SharedListChange` in the schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedListChange {
    pub(super) id: SharedListId,
    pub(super) version: u64,
    pub(super) items: Vec<ItemView>,
    pub(super) removed: Vec<ItemId>,
    pub(super) ended: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ItemView {
    id: ItemId,
    text: String,
    aisle: Aisle,
    language: Option<Language>,
    done: bool,
}

impl ItemView {
    pub(super) fn of(id: ItemId, item: Item) -> Self {
        let Item { text, aisle, language, is_done } = item;
        Self { id, text, aisle, language, done: is_done }
    }
}

impl SharedListView {
    pub(super) fn of(list: SharedList, names: &BTreeSet<OwnerId>) -> Self {
        Self {
            mine: names.contains(&list.owner),
            expires_at: list.expires_at(),
            id: list.id,
            items: list.items.into_iter().map(|(id, item)| ItemView::of(id, item)).collect(),
            version: list.version,
            created_at: list.created_at,
            updated_at: list.updated_at,
        }
    }
}

pub(super) async fn current(
    store: &impl SharedListStore,
    id: &SharedListId,
    now: Timestamp,
) -> Result<Option<SharedList>, AppError> {
    Ok(store.get(id).await?.filter(|list| list.expires_at() > now))
}

/// Returns a list to everyone who knows its id.
///
/// # Errors
/// [`AppError::Unauthorized`] unless guest or member; [`AppError::SharedListNotFound`].
pub async fn get(
    store: &impl SharedListStore,
    owners: &impl Owners,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<SharedListView, AppError> {
    let names = names(owners, caller).await?;
    let list = current(store, &SharedListId::parse(id)?, now).await?;
    Ok(SharedListView::of(list.ok_or(AppError::SharedListNotFound)?, &names))
}

/// The caller's lists, latest first.
///
/// # Errors
/// [`AppError::Unauthorized`] unless guest or member.
pub async fn list(
    store: &impl SharedListStore,
    owners: &impl Owners,
    caller: &Caller,
    now: Timestamp,
) -> Result<Vec<SharedListView>, AppError> {
    let names = names(owners, caller).await?;
    let mut lists = own(store, &names, now).await?;
    lists.sort_by_key(|list| std::cmp::Reverse(list.created_at));
    Ok(lists.into_iter().map(|list| SharedListView::of(list, &names)).collect())
}

pub(super) async fn own(
    store: &impl SharedListStore,
    names: &BTreeSet<OwnerId>,
    now: Timestamp,
) -> Result<Vec<SharedList>, AppError> {
    let mut lists = Vec::new();
    for name in names {
        for id in store.of_owner(name).await? {
            lists.extend(current(store, &id, now).await?);
        }
    }
    Ok(lists)
}

/// Allows everyone who knows the id to subscribe. Same errors as [`get`].
pub async fn may_listen(
    store: &impl SharedListStore,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<(), AppError> {
    caller.may_keep_recipes()?;
    let list = current(store, &SharedListId::parse(id)?, now).await?;
    list.map(drop).ok_or(AppError::SharedListNotFound)
}
