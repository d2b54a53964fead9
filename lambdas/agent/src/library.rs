//! Read-only port to the recipes of one owner. Tool arguments never name an owner, so prompt injection cannot
//! reach recipes of other users.

use std::future::Future;

use recipe::Content;
use serde::Serialize;

use zest_core::RecipeId;

/// A stored recipe of the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRecipe {
    /// The recipe's id.
    pub id: RecipeId,
    /// Version that a proposal refers to.
    pub version: u64,
    /// Content of this version.
    pub content: Content,
}

/// A recipe in search results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Id for [`RecipeLibrary::recipe`].
    pub recipe_id: RecipeId,
    /// Title; empty if unknown.
    pub title: String,
}

/// Failure to read the library; the message is for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the library cannot be read: {0}")]
pub struct LibraryError(pub String);

/// Read access to the recipes of one owner.
pub trait RecipeLibrary: Sync {
    /// A recipe; `None` if the owner has none with this id.
    fn recipe(&self, id: &RecipeId) -> impl Future<Output = Result<Option<OwnRecipe>, LibraryError>> + Send;

    /// At most `most` recipes whose title, ingredients or tags match, best first.
    fn find(&self, words: &str, most: usize) -> impl Future<Output = Result<Vec<Card>, LibraryError>> + Send;
}
