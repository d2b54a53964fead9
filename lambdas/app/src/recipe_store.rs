//! The port through which recipes are kept and listed.

use std::future::Future;

use crate::card::Card;
use crate::error::{PortError, WriteError};
use crate::ids::{OwnerId, RecipeId};
use crate::model::Recipe;
use crate::owners::Owners;
use crate::timestamp::Timestamp;
use crate::upload::Upload;

/// Which way a list runs by the time of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The recipe that was submitted first comes first.
    OldestFirst,
    /// The recipe that was submitted last comes first.
    NewestFirst,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPage {
    /// At most as many as were asked for, in the [`Order`] that was asked for.
    pub cards: Vec<Card>,
    /// Where the next page starts: after the card with this moment and id. `None` when this was the last.
    pub next: Option<(Timestamp, RecipeId)>,
}

/// Where a list row lies: the moment of submission, and the recipe.
pub type Place = (Timestamp, RecipeId);

/// One page of the places of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacePage {
    /// At most as many as were asked for, oldest first.
    pub places: Vec<Place>,
    /// Where the next page starts; `None` when this was the last.
    pub next: Option<Place>,
}

/// What can be told of a recipe without reading it: of a row that is damaged, or that a newer version has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remains {
    /// In whose list it lies.
    pub owner: Option<OwnerId>,
    /// Which of its owner's generations it belongs to.
    pub generation: u64,
    /// `media/<id>/<hash>` of its picture.
    pub image_url: Option<String>,
    /// Which try of its import was the last.
    pub attempt: Option<u32>,
    /// The upload that it was read from.
    pub upload: Option<Upload>,
}

/// The recipes and the lists of their owners, always changed together. A write needs a recipe of its owner's generation,
/// and an owner who is not leaving, at the very moment of the write: [`WriteError::Ended`] otherwise.
pub trait RecipeStore: Owners {
    /// The recipe as last written (a strong read).
    fn get(&self, id: &RecipeId) -> impl Future<Output = Result<Option<Recipe>, PortError>> + Send;

    /// Stores a new recipe; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was` by `recipe`; [`WriteError::Conflict`] if another version is stored, or none.
    fn replace(&self, recipe: &Recipe, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes exactly this version of the recipe, and its list row.
    fn delete(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces the recipe as it was before, and moves its list row to the list of its owner of now;
    /// [`WriteError::Conflict`] as for [`RecipeStore::replace`], [`WriteError::Ended`] for either owner.
    fn transfer(
        &self,
        recipe: &Recipe,
        before: &Recipe,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// A page of at most `limit` cards of one owner, after the given position.
    fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> impl Future<Output = Result<CardPage, PortError>> + Send;

    /// A page of at most `limit` places of one owner's list, after the given one: also those of rows that cannot be read.
    fn places(
        &self,
        owner: &OwnerId,
        limit: u32,
        after: Option<&Place>,
    ) -> impl Future<Output = Result<PlacePage, PortError>> + Send;

    /// What can be told of a recipe that cannot be read (a strong read); `None` where there is none.
    fn remains(&self, id: &RecipeId) -> impl Future<Output = Result<Option<Remains>, PortError>> + Send;

    /// Deletes the list row at a place of this owner's, and the recipe if it lies in no other's list, whether or not they
    /// can be read. Nothing there is no error.
    fn erase(
        &self,
        owner: &OwnerId,
        place: &Place,
        remains: &Remains,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// At most `limit` recipes with [`Recipe::is_unsettled`] that last changed before the given moment.
    fn unsettled(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;

    /// At most `limit` of the recipes that were created with this upload (a strong read).
    fn recipes_of(
        &self,
        upload: &Upload,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;
}
