//! Port of the recipe store.

use std::future::Future;

use crate::card::Card;
use crate::error::WriteError;
use crate::ids::OwnerId;
use crate::model::Recipe;
use crate::owners::Owners;
use crate::upload::Upload;
use zest_core::{PortError, RecipeId, Timestamp};

/// Order of a list by time of submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ascending.
    OldestFirst,
    /// Descending.
    NewestFirst,
}

/// One page of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPage {
    /// Cards in the requested [`Order`].
    pub cards: Vec<Card>,
    /// Position of the last card; `None` on the last page.
    pub next: Option<(Timestamp, RecipeId)>,
}

/// Position of a list row: time of submission and recipe id.
pub type Place = (Timestamp, RecipeId);

/// One page of list positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPositionPage {
    /// Positions, oldest first.
    pub places: Vec<Place>,
    /// Position after which the next page starts; `None` on the last page.
    pub next: Option<Place>,
}

/// Data that is still known of an unreadable recipe, which is damaged or was written by a newer version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadableRecipe {
    /// Owner; `None` if that is unreadable too.
    pub owner: Option<OwnerId>,
    /// Owner generation.
    pub generation: u64,
    /// Object key of its photo.
    pub image_url: Option<String>,
    /// Last import attempt.
    pub attempt: Option<u32>,
    /// Upload that the recipe was imported from.
    pub upload: Option<Upload>,
}

/// Recipes and their list rows, which are written together. Writes check the owner's state in the same
/// transaction; they fail with [`WriteError::Ended`] if it does not allow them.
pub trait RecipeStore: Owners {
    /// Loads a recipe (strongly consistent).
    fn get(&self, id: &RecipeId) -> impl Future<Output = Result<Option<Recipe>, PortError>> + Send;

    /// Stores a new recipe; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was`; [`WriteError::Conflict`] if another version or none is stored.
    fn replace(&self, recipe: &Recipe, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes exactly this version, and its list row.
    fn delete(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces `before`, and moves its list row to the new owner. Same errors as [`RecipeStore::replace`].
    fn transfer(
        &self,
        recipe: &Recipe,
        before: &Recipe,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// At most `limit` cards of an owner after a position.
    fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> impl Future<Output = Result<CardPage, PortError>> + Send;

    /// At most `limit` list positions of an owner after a position, including unreadable rows.
    fn places(
        &self,
        owner: &OwnerId,
        limit: u32,
        after: Option<&Place>,
    ) -> impl Future<Output = Result<ListPositionPage, PortError>> + Send;

    /// Known data of an unreadable recipe (strongly consistent); `None` if it does not exist.
    fn remains(
        &self,
        id: &RecipeId,
    ) -> impl Future<Output = Result<Option<UnreadableRecipe>, PortError>> + Send;

    /// Deletes a list row, and also its recipe unless another owner lists it. Both may be unreadable.
    /// Idempotent.
    fn erase(
        &self,
        owner: &OwnerId,
        place: &Place,
        remains: &UnreadableRecipe,
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// At most `limit` recipes with [`Recipe::is_unsettled`] that have not changed since `before`, oldest
    /// change first.
    fn unsettled(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;

    /// Whether at least `limit` recipes are unsettled, before recipe `id` is added. Rarely false although a
    /// large limit is reached.
    fn is_full(
        &self,
        id: &RecipeId,
        limit: u32,
        now: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// At most `limit` recipes imported from this upload, in order of ids, after the id `after` (strongly
    /// consistent).
    fn recipes_of(
        &self,
        upload: &Upload,
        after: Option<&RecipeId>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<RecipeId>, PortError>> + Send;
}
