use std::collections::BTreeMap;

use recipe::Language;
use serde::Deserialize;

use crate::error::AppError;
use crate::refusal::Refusal;
use crate::shared_lists::model::{Aisle, Item, ItemId, SharedList};
use crate::shared_lists::store::Edit;
use crate::shared_lists::{CHANGES_LIMIT, ITEMS_LIMIT, TEXT_LIMIT};

/// Id and items of a list to create.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CreateSharedList {
    /// 32 random lowercase hexadecimal digits.
    pub id: String,
    /// At most 200 items, each with a text.
    pub items: Vec<ItemChange>,
}

/// Items that a caller adds, ticks or removes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ChangeSharedList {
    /// List to change.
    pub id: String,
    /// Changes of 1 to 50 different items.
    pub items: Vec<ItemChange>,
}

/// An item to add, tick or remove.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ItemChange {
    /// Id of the item.
    pub id: String,
    /// Text of a new item; an existing one keeps its own.
    #[serde(default)]
    pub text: Option<String>,
    /// Aisle of a new item; if absent, `other`.
    #[serde(default)]
    pub aisle: Option<Aisle>,
    /// Language of a new item.
    #[serde(default)]
    pub language: Option<Language>,
    /// Whether it is ticked; absent for no change.
    #[serde(default)]
    pub done: Option<bool>,
    /// `true` removes the item.
    #[serde(default)]
    pub removed: Option<bool>,
}

#[derive(Clone, Debug)]
pub(super) struct CheckedChange {
    new: Option<Item>,
    done: Option<bool>,
    is_removed: bool,
}

impl CreateSharedList {
    pub(super) fn checked(self) -> Result<BTreeMap<ItemId, Item>, AppError> {
        if self.items.len() > ITEMS_LIMIT {
            return Err(AppError::InvalidInput(Refusal::TooManyListItems));
        }
        let items = checked(self.items)?.into_iter();
        items
            .map(|(id, change)| {
                Ok((id, change.new.ok_or(AppError::InvalidInput(Refusal::MalformedListItem))?))
            })
            .collect()
    }
}

impl ChangeSharedList {
    pub(super) fn checked(self) -> Result<BTreeMap<ItemId, CheckedChange>, AppError> {
        if !(1..=CHANGES_LIMIT).contains(&self.items.len()) {
            return Err(AppError::InvalidInput(Refusal::TooManyListChanges));
        }
        checked(self.items)
    }
}

fn checked(items: Vec<ItemChange>) -> Result<BTreeMap<ItemId, CheckedChange>, AppError> {
    let mut changes = BTreeMap::new();
    for item in items {
        let id = ItemId::parse(&item.id)?;
        if changes.insert(id, CheckedChange::of(item)?).is_some() {
            return Err(AppError::InvalidInput(Refusal::TooManyListChanges));
        }
    }
    Ok(changes)
}

impl CheckedChange {
    fn of(item: ItemChange) -> Result<Self, AppError> {
        let ItemChange { text, aisle, language, done, removed, .. } = item;
        let new = text.map(|text| {
            let text: String = text.chars().filter(|character| !character.is_control()).collect();
            let text = text.trim();
            if text.is_empty() || text.chars().count() > TEXT_LIMIT {
                return Err(AppError::InvalidInput(Refusal::MalformedListItem));
            }
            let aisle = aisle.unwrap_or(Aisle::Other);
            Ok(Item { text: text.to_owned(), aisle, language, is_done: done == Some(true) })
        });
        Ok(Self { new: new.transpose()?, done, is_removed: removed == Some(true) })
    }

    /// The edit of an item; `None` if nothing changes. Without a text, a removed item stays removed.
    pub(super) fn edit(&self, id: &ItemId, list: &SharedList) -> Option<Edit> {
        match (list.items.get(id), &self.new) {
            (Some(_), _) if self.is_removed => Some(Edit::Remove),
            (Some(kept), _) => self.done.filter(|done| *done != kept.is_done).map(Edit::Tick),
            (None, Some(new)) if !self.is_removed => Some(Edit::Add(new.clone())),
            (None, _) => None,
        }
    }
}
