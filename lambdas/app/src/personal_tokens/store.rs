use std::future::Future;

use super::{PersonalToken, TokenHash};
use crate::ids::OwnerId;
use zest_core::{PortError, RecipeId, Timestamp};

/// Outcome of storing a new token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The token is stored.
    Stored,
    /// The member has the maximum number of tokens.
    Full,
    /// The member's account is being deleted.
    Ended,
}

/// Store of personal tokens.
pub trait PersonalTokens: Send + Sync {
    /// The token with this hash (strongly consistent).
    fn find(&self, hash: &TokenHash)
    -> impl Future<Output = Result<Option<PersonalToken>, PortError>> + Send;

    /// All tokens of a member (strongly consistent), oldest first.
    fn list(&self, owner: &OwnerId) -> impl Future<Output = Result<Vec<PersonalToken>, PortError>> + Send;

    /// Stores a new token, unless the member has [`super::MAX_TOKENS`] tokens or is being deleted. Atomic.
    fn keep(
        &self,
        hash: &TokenHash,
        token: &PersonalToken,
    ) -> impl Future<Output = Result<Kept, PortError>> + Send;

    /// Deletes the member's token with this id; `false` if it does not exist.
    fn remove(&self, owner: &OwnerId, id: &RecipeId) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Records a use, if the token still exists.
    fn record_use(
        &self,
        hash: &TokenHash,
        used_at: Timestamp,
    ) -> impl Future<Output = Result<(), PortError>> + Send;
}
