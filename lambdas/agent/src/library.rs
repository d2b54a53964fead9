//! The port to what tools may read. It is bound to one owner when it is made, it has nothing that writes, and no argument of a tool
//! says whose recipes are meant: so whatever a model is talked into, it reads nobody else's and changes none.

use std::future::Future;

use recipe::Content;
use serde::Serialize;

use crate::ids::RecipeId;

/// A recipe of the owner, as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRecipe {
    /// The recipe's id.
    pub id: RecipeId,
    /// Which version of it this is: a proposal is one for this version.
    pub version: u64,
    /// What the recipe says in this version.
    pub content: Content,
}

/// A recipe of the owner, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The recipe's id.
    pub recipe_id: RecipeId,
    /// Its title; empty where it has none.
    pub title: String,
}

/// Why the library could not be read; the text is for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the library cannot be read: {0}")]
pub struct LibraryError(pub String);

/// The recipes of one owner, to be read.
pub trait RecipeLibrary: Sync {
    /// A recipe; `None` where the owner has none of this id, whoever else may.
    fn recipe(&self, id: &RecipeId) -> impl Future<Output = Result<Option<OwnRecipe>, LibraryError>> + Send;

    /// The recipes whose titles, ingredients or tags have these words, the best first, at most so many.
    fn find(&self, words: &str, most: usize) -> impl Future<Output = Result<Vec<Card>, LibraryError>> + Send;
}
