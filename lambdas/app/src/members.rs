//! What is remembered of members besides their recipes, and the port through which it is.

use std::future::Future;

use crate::error::PortError;
use crate::ids::OwnerId;

/// What is remembered of members besides their recipes.
pub trait Members: Send + Sync {
    /// The identity id under which the member last signed in (a strong read); `None` before the first claim.
    fn identity_of(&self, user: &OwnerId) -> impl Future<Output = Result<Option<OwnerId>, PortError>> + Send;

    /// Remembers a member's identity id in place of an earlier one.
    fn bind(&self, user: &OwnerId, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Forgets all of a member: which identity ids are theirs. Forgetting twice is no error.
    fn forget(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
