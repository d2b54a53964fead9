use std::collections::BTreeMap;

use crate::caller::Caller;
use crate::error::{AppError, WriteError};
use crate::ids::SharedListId;
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::owners::{Owners, Purpose, admit};
use crate::refusal::Refusal;
use crate::shared_lists::input::{ChangeSharedList, CheckedChange, CreateSharedList};
use crate::shared_lists::model::{ItemId, SharedList};
use crate::shared_lists::read::{ItemView, SharedListChange, SharedListView, current, own};
use crate::shared_lists::store::{Edit, SharedListStore};
use crate::shared_lists::{ITEMS_LIMIT, LISTS_LIMIT, names};
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::writes::{Refusal as WriteRefusal, retry_on_conflict};
use zest_core::Timestamp;

/// Ports and settings of [`create`] and [`change`].
#[derive(Debug)]
pub struct Ports<'a, Store, Names, Counts> {
    /// Shared lists.
    pub store: &'a Store,
    /// Owner states and linked identities.
    pub owners: &'a Names,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

impl<Store: SharedListStore, Names: Owners, Counts: Counters> Ports<'_, Store, Names, Counts> {
    async fn spend(&self, using: CountedUse, caller: &Caller, now: Timestamp) -> Result<(), AppError> {
        let Some(limits) = self.limits else { return Ok(()) };
        limits::spend(limits, self.counters, self.ring, using, caller, self.source, now).await
    }
}

/// Stores a new list, or returns the caller's stored one with this id.
///
/// # Errors
/// [`AppError::Unauthorized`] unless guest or member, or if the id belongs to another owner;
/// [`AppError::InvalidInput`]; [`AppError::LimitReached`].
pub async fn create(
    ports: &Ports<'_, impl SharedListStore, impl Owners, impl Counters>,
    caller: &Caller,
    input: CreateSharedList,
    now: Timestamp,
) -> Result<SharedListView, AppError> {
    let owner = caller.may_keep_recipes()?;
    let names = names(ports.owners, caller).await?;
    let id = SharedListId::parse(&input.id)?;
    let existing = |kept: SharedList| {
        if names.contains(&kept.owner) {
            Ok(SharedListView::of(kept, &names))
        } else {
            Err(AppError::Unauthorized)
        }
    };
    if let Some(kept) = current(ports.store, &id, now).await? {
        return existing(kept);
    }
    let items = input.checked()?;
    ports.spend(CountedUse::SharedList, caller, now).await?;
    if own(ports.store, &names, now).await?.len() >= LISTS_LIMIT {
        return Err(AppError::InvalidInput(Refusal::TooManySharedLists));
    }
    let list = SharedList { id, owner, items, version: 1, created_at: now, updated_at: now };
    match ports.store.create(&list).await {
        Ok(()) => {}
        Err(WriteError::Conflict) => {
            return existing(ports.store.get(&list.id).await?.ok_or(AppError::Busy)?);
        }
        Err(WriteError::Ended) => return Err(AppError::Superseded),
        Err(WriteError::Port(error)) => return Err(error.into()),
    }
    // Undo this if a concurrent deletion of the account missed this list.
    if admit(ports.owners, caller.clone(), Purpose::Other).await? == Caller::Anonymous {
        ports.store.delete(&list.id).await?;
        return Err(AppError::Unauthorized);
    }
    Ok(SharedListView::of(list, &names))
}

/// Adds, ticks and removes items, for everyone who knows the id. The last change of an item wins.
///
/// # Errors
/// [`AppError::Unauthorized`] unless guest or member; [`AppError::SharedListNotFound`];
/// [`AppError::InvalidInput`]; [`AppError::LimitReached`].
pub async fn change(
    ports: &Ports<'_, impl SharedListStore, impl Owners, impl Counters>,
    caller: &Caller,
    input: ChangeSharedList,
    now: Timestamp,
) -> Result<SharedListChange, AppError> {
    caller.may_keep_recipes()?;
    let id = &SharedListId::parse(&input.id)?;
    let changes = &input.checked()?;
    ports.spend(CountedUse::ListChange, caller, now).await?;
    retry_on_conflict(|| async move {
        let list = current(ports.store, id, now).await?.ok_or(AppError::SharedListNotFound)?;
        let edits = edits_of(changes, &list);
        let added = edits.values().filter(|edit| matches!(edit, Edit::Add(_))).count();
        if list.items.len().saturating_add(added) > ITEMS_LIMIT {
            return Err(AppError::InvalidInput(Refusal::TooManyListItems).into());
        }
        if edits.is_empty() {
            return Ok(answer(list, changes));
        }
        let list = ports.store.edit(id, &edits, now).await?;
        Ok::<_, WriteRefusal>(answer(list, changes))
    })
    .await
}

fn edits_of(changes: &BTreeMap<ItemId, CheckedChange>, list: &SharedList) -> BTreeMap<ItemId, Edit> {
    changes.iter().filter_map(|(id, change)| Some((id.clone(), change.edit(id, list)?))).collect()
}

fn answer(mut list: SharedList, changes: &BTreeMap<ItemId, CheckedChange>) -> SharedListChange {
    let (mut items, mut removed) = (Vec::new(), Vec::new());
    for id in changes.keys() {
        match list.items.remove(id) {
            Some(item) => items.push(ItemView::of(id.clone(), item)),
            None => removed.push(id.clone()),
        }
    }
    SharedListChange { id: list.id, version: list.version, items, removed, ended: false }
}

/// Ends a list of the caller. Succeeds if it has already ended.
///
/// # Errors
/// [`AppError::Unauthorized`] if the caller does not own it.
pub async fn end(
    store: &impl SharedListStore,
    owners: &impl Owners,
    caller: &Caller,
    id: &str,
) -> Result<SharedListChange, AppError> {
    let names = names(owners, caller).await?;
    let id = SharedListId::parse(id)?;
    let mut version = 0;
    if let Some(list) = store.get(&id).await? {
        if !names.contains(&list.owner) {
            return Err(AppError::Unauthorized);
        }
        store.delete(&id).await?;
        version = list.version.saturating_add(1);
    }
    Ok(SharedListChange { id, version, items: Vec::new(), removed: Vec::new(), ended: true })
}
