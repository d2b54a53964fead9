//! Shared lists in memory, and their contract suite.

use std::collections::BTreeMap;
use std::sync::Mutex;

use app::error::WriteError;
use app::ids::SharedListId;
use app::shared_lists::{Aisle, Edit, ITEMS_LIMIT, Item, ItemId, SharedList, SharedListStore};
use app::{Language, OwnerId};
use zest_core::{PortError, Timestamp};

use crate::locks::lock;
use crate::samples::{at, id};

/// [`SharedListStore`] in memory.
#[derive(Debug, Default)]
pub struct MemorySharedLists(Mutex<BTreeMap<SharedListId, SharedList>>);

impl MemorySharedLists {
    /// All lists by id.
    #[must_use]
    pub fn kept(&self) -> Vec<SharedList> {
        lock(&self.0).values().cloned().collect()
    }
}

impl SharedListStore for MemorySharedLists {
    async fn get(&self, id: &SharedListId) -> Result<Option<SharedList>, PortError> {
        Ok(lock(&self.0).get(id).cloned())
    }

    async fn create(&self, list: &SharedList) -> Result<(), WriteError> {
        let mut kept = lock(&self.0);
        if kept.contains_key(&list.id) {
            return Err(WriteError::Conflict);
        }
        kept.insert(list.id.clone(), list.clone());
        Ok(())
    }

    async fn edit(
        &self,
        id: &SharedListId,
        edits: &BTreeMap<ItemId, Edit>,
        now: Timestamp,
    ) -> Result<SharedList, WriteError> {
        let mut kept = lock(&self.0);
        let list = kept.get_mut(id).filter(|list| list.expires_at() > now).ok_or(WriteError::Conflict)?;
        let mut after = list.clone();
        let added = edits.values().filter(|edit| matches!(edit, Edit::Add(_))).count();
        if list.items.len() + added > ITEMS_LIMIT {
            return Err(WriteError::Conflict);
        }
        for (id, edit) in edits {
            match (edit, after.items.get_mut(id)) {
                (Edit::Add(item), None) => drop(after.items.insert(id.clone(), item.clone())),
                (Edit::Tick(done), Some(item)) => item.is_done = *done,
                (Edit::Remove, _) => drop(after.items.remove(id)),
                (Edit::Add(_), Some(_)) | (Edit::Tick(_), None) => return Err(WriteError::Conflict),
            }
        }
        after.version += 1;
        after.updated_at = now;
        *list = after.clone();
        Ok(after)
    }

    async fn delete(&self, id: &SharedListId) -> Result<(), PortError> {
        lock(&self.0).remove(id);
        Ok(())
    }

    async fn of_owner(&self, owner: &OwnerId) -> Result<Vec<SharedListId>, PortError> {
        let kept = lock(&self.0);
        Ok(kept.values().filter(|list| list.owner == *owner).map(|list| list.id.clone()).collect())
    }

    async fn forget(&self, owner: &OwnerId) -> Result<(), PortError> {
        lock(&self.0).retain(|_, list| list.owner != *owner);
        Ok(())
    }
}

/// An item id.
#[must_use]
pub fn item_id(text: &str) -> ItemId {
    ItemId::parse(text).expect("an id")
}

/// An unticked item with required fields only.
#[must_use]
pub fn item(text: &str) -> Item {
    Item { text: text.to_owned(), aisle: Aisle::Other, language: None, is_done: false }
}

/// A list of two items, created `seconds` after a fixed time.
#[must_use]
pub fn shared_list(number: u128, owner: &OwnerId, seconds: i64) -> SharedList {
    let whole =
        Item {
            aisle: Aisle::Dairy, language: Some(Language::Fr), is_done: true, ..item("lait – 1 l 🥛")
        };
    SharedList {
        id: SharedListId::parse(id(number).as_str()).expect("an id"),
        owner: owner.clone(),
        items: BTreeMap::from([(item_id("a"), item("flour")), (item_id("b"), whole)]),
        version: 1,
        created_at: at(seconds),
        updated_at: at(seconds),
    }
}

fn edits<const N: usize>(edits: [(&str, Edit); N]) -> BTreeMap<ItemId, Edit> {
    edits.into_iter().map(|(id, edit)| (item_id(id), edit)).collect()
}

/// Contract of the store of shared lists. `space` is unique per run.
pub async fn shared_list_store(store: &impl SharedListStore, space: u64) {
    let number = |n: u64| (u128::from(space) << 64) | u128::from(n);
    let [ann, bob] = ["ann", "bob"].map(|name| OwnerId::new(format!("us-east-1:{name}-{space}")));
    it_is_created_once_and_edited_by_item(store, shared_list(number(1), &ann, 1)).await;
    edits_of_what_is_gone_conflict(store, shared_list(number(2), &ann, 1)).await;
    a_full_list_takes_no_more(store, shared_list(number(3), &ann, 1)).await;
    what_is_forgotten_is_gone(store, &ann, &shared_list(number(4), &bob, 1)).await;
}

async fn it_is_created_once_and_edited_by_item(store: &impl SharedListStore, list: SharedList) {
    assert_eq!(store.get(&list.id).await, Ok(None));
    assert_eq!(store.create(&list).await, Ok(()));
    let other = SharedList { items: BTreeMap::new(), ..list.clone() };
    assert_eq!(store.create(&other).await, Err(WriteError::Conflict), "its id is taken");
    assert_eq!(store.get(&list.id).await, Ok(Some(list.clone())));
    let ticked = store.edit(&list.id, &edits([("a", Edit::Tick(true))]), at(2)).await.expect("the list");
    assert_eq!((ticked.version, ticked.updated_at), (2, at(2)));
    assert!(ticked.items[&item_id("a")].is_done);
    let three = edits([("a", Edit::Tick(false)), ("b", Edit::Remove), ("c", Edit::Add(item("eggs")))]);
    let after = store.edit(&list.id, &three, at(3)).await.expect("the list");
    let items = BTreeMap::from([(item_id("a"), item("flour")), (item_id("c"), item("eggs"))]);
    assert_eq!(after, SharedList { items, version: 3, updated_at: at(3), ..list.clone() });
    assert_eq!(store.get(&list.id).await, Ok(Some(after)), "all of it at once");
}

async fn edits_of_what_is_gone_conflict(store: &impl SharedListStore, list: SharedList) {
    let gone = edits([("a", Edit::Remove)]);
    assert_eq!(store.edit(&list.id, &gone, at(2)).await, Err(WriteError::Conflict), "there is no list");
    assert_eq!(store.get(&list.id).await, Ok(None), "nor does an edit make one");
    assert_eq!(store.create(&list).await, Ok(()));
    for wrong in [
        edits([("a", Edit::Add(item("salt")))]),
        edits([("d", Edit::Tick(true))]),
        edits([("a", Edit::Tick(true)), ("d", Edit::Tick(true))]),
    ] {
        assert_eq!(store.edit(&list.id, &wrong, at(2)).await, Err(WriteError::Conflict), "{wrong:?}");
    }
    assert_eq!(store.edit(&list.id, &gone, list.expires_at()).await, Err(WriteError::Conflict), "expired");
    assert_eq!(store.get(&list.id).await, Ok(Some(list.clone())), "nothing was changed");
    assert_eq!(
        store.edit(&list.id, &edits([("d", Edit::Remove)]), at(2)).await.map(|list| list.version),
        Ok(2)
    );
}

async fn a_full_list_takes_no_more(store: &impl SharedListStore, list: SharedList) {
    let items = (0..ITEMS_LIMIT).map(|n| (item_id(&format!("{n:x}")), item("salt"))).collect();
    let list = SharedList { items, ..list };
    assert_eq!(store.create(&list).await, Ok(()));
    let more = edits([("ffff", Edit::Add(item("one more")))]);
    assert_eq!(store.edit(&list.id, &more, at(2)).await, Err(WriteError::Conflict));
    assert!(store.edit(&list.id, &edits([("0", Edit::Remove)]), at(2)).await.is_ok());
    assert!(store.edit(&list.id, &more, at(2)).await.is_ok());
}

async fn what_is_forgotten_is_gone(store: &impl SharedListStore, ann: &OwnerId, bobs: &SharedList) {
    assert_eq!(store.create(bobs).await, Ok(()));
    let count = |owner: OwnerId| async move { store.of_owner(&owner).await.expect("ids").len() };
    assert_eq!((count(ann.clone()).await, count(bobs.owner.clone()).await), (3, 1));
    assert_eq!(store.forget(ann).await, Ok(()));
    assert_eq!(store.forget(ann).await, Ok(()), "twice is no error");
    assert_eq!((count(ann.clone()).await, store.of_owner(&bobs.owner).await), (0, Ok(vec![bobs.id.clone()])));
    assert_eq!(store.delete(&bobs.id).await, Ok(()));
    assert_eq!(store.delete(&bobs.id).await, Ok(()), "twice is no error");
    assert_eq!(store.get(&bobs.id).await, Ok(None));
}
