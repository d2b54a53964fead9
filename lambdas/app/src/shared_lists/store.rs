use std::collections::BTreeMap;
use std::future::Future;

use crate::error::WriteError;
use crate::ids::{OwnerId, SharedListId};
use crate::shared_lists::model::{Item, ItemId, SharedList};
use zest_core::{PortError, Timestamp};

/// Change of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Adds a missing item.
    Add(Item),
    /// Ticks or unticks an existing item.
    Tick(bool),
    /// Removes the item, if it is there.
    Remove,
}

/// Shared lists by id. Lists of an owner are eventually consistent.
pub trait SharedListStore: Send + Sync {
    /// Loads a list (strongly consistent), even if it has expired.
    fn get(&self, id: &SharedListId) -> impl Future<Output = Result<Option<SharedList>, PortError>> + Send;

    /// Stores a new list; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, list: &SharedList) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Applies edits atomically, and returns the changed list. Edits of different items never conflict.
    /// [`WriteError::Conflict`] if the list is missing or would be too long, an item to add exists, or an
    /// item to tick does not exist.
    fn edit(
        &self,
        id: &SharedListId,
        edits: &BTreeMap<ItemId, Edit>,
        now: Timestamp,
    ) -> impl Future<Output = Result<SharedList, WriteError>> + Send;

    /// Deletes a list; idempotent.
    fn delete(&self, id: &SharedListId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Ids of an owner's lists, including expired ones.
    fn of_owner(&self, owner: &OwnerId) -> impl Future<Output = Result<Vec<SharedListId>, PortError>> + Send;

    /// Deletes all lists of an owner, including unreadable rows.
    fn forget(&self, owner: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
