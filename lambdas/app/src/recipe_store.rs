//! The port through which recipes are kept and listed.

use std::future::Future;

use crate::card::Card;
use crate::error::{PortError, WriteError};
use crate::ids::{OwnerId, RecipeId};
use crate::model::Recipe;
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

/// The recipes and the lists of their owners, always changed together.
pub trait RecipeStore: Send + Sync {
    /// The recipe as last written (a strong read).
    fn get(&self, id: &RecipeId) -> impl Future<Output = Result<Option<Recipe>, PortError>> + Send;

    /// Stores a new recipe; [`WriteError::Conflict`] if the id is taken.
    fn create(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces version `was` by `recipe`; [`WriteError::Conflict`] if another version is stored, or none.
    fn replace(&self, recipe: &Recipe, was: u64) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Deletes exactly this version of the recipe, and its list row.
    fn delete(&self, recipe: &Recipe) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// Replaces the recipe, of which version `was` lay in the list of `was_owner`, and moves its list row to the
    /// list of its owner of now; [`WriteError::Conflict`] as for [`RecipeStore::replace`].
    fn transfer(
        &self,
        recipe: &Recipe,
        was_owner: &OwnerId,
        was: u64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;

    /// A page of at most `limit` cards of one owner, after the given position.
    fn list(
        &self,
        owner: &OwnerId,
        order: Order,
        limit: u32,
        after: Option<&(Timestamp, RecipeId)>,
    ) -> impl Future<Output = Result<CardPage, PortError>> + Send;

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
