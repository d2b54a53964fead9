//! Port of the member store.

use std::future::Future;

use crate::ids::OwnerId;
use zest_core::PortError;

/// Identity ids of members.
pub trait Members: Send + Sync {
    /// Identity id of the last sign-in (strongly consistent); `None` before the first claim.
    fn identity_of(&self, user: &OwnerId) -> impl Future<Output = Result<Option<OwnerId>, PortError>> + Send;

    /// Stores or replaces the member's identity id.
    fn bind(&self, user: &OwnerId, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes all data of a member; idempotent.
    fn forget(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
