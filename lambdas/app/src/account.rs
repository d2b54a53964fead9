//! Deletion of a member's account and all its data.

use std::future::Future;

use crate::artifacts::Artifacts;
use crate::book::delete::{DeletePorts, Progress, delete_all};
use crate::caller::Caller;
use crate::error::AppError;
use crate::feedback::FeedbackStore;
use crate::ids::OwnerId;
use crate::media::MediaStore;
use crate::members::Members;
use crate::owners::DELETED_ACCOUNT_RETENTION;
use crate::recipe_store::RecipeStore;
use crate::shared_lists::SharedListStore;
use crate::spending::Spending;
use crate::uploads::removal::remove_all;
use crate::uploads::store::UploadStore;
use zest_core::{PortError, Timestamp};

/// Port to the user pool and the identity pool.
pub trait Accounts: Send + Sync {
    /// Deletes a user by `sub`; idempotent.
    fn delete_user(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes an identity id; idempotent.
    fn delete_identity(&self, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Port that deletes conversations.
pub trait Conversations: Send + Sync {
    /// Deletes all conversations of an owner; idempotent.
    fn forget(&self, owner: &OwnerId, now: Timestamp) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Ports to a member's data outside the recipes.
#[derive(Debug)]
pub struct MemberPorts<'a, Feedback, Talks, Costs, Lists> {
    /// Feedback that the member sent.
    pub feedback: &'a Feedback,
    /// Conversations of the member and of linked guests.
    pub conversations: &'a Talks,
    /// Rows of the assistant's daily budget.
    pub spending: &'a Costs,
    /// Shared lists.
    pub lists: &'a Lists,
}

/// Deletes a member's data, identities and user. Stops when `is_over` returns true; repeat the call until the
/// result is `done`.
///
/// Blocks all writes first. Deletes the user last, so that the owner can retry.
///
/// # Errors
/// [`AppError::AuthenticationRequired`] for a guest; [`AppError::Unauthorized`] without an owner token.
pub async fn delete(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    members: &impl Members,
    accounts: &impl Accounts,
    others: &MemberPorts<'_, impl FeedbackStore, impl Conversations, impl Spending, impl SharedListStore>,
    caller: &Caller,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (user, identity) = match caller {
        Caller::Bearer { identity, user: Some(user) } => (user, identity),
        Caller::Bearer { user: None, .. } => return Err(AppError::AuthenticationRequired),
        _ => return Err(AppError::Unauthorized),
    };
    // Block the user first: afterwards no other identity can be linked.
    ports.recipes.leave(user).await?;
    let mut identities = ports.recipes.identities_of(user).await?;
    // The recipes of the last sign-in's identity id may not be transferred yet.
    identities.extend(members.identity_of(user).await?);
    identities.insert(identity.clone());
    for identity in &identities {
        ports.recipes.leave(identity).await?;
    }
    let mut deleted = 0;
    for owner in std::iter::once(user).chain(&identities) {
        let progress = delete_all(ports, owner, None, &is_over).await?;
        deleted += progress.deleted;
        if !progress.done {
            return Ok(Progress { deleted, done: false });
        }
    }
    for owner in std::iter::once(user).chain(&identities) {
        others.feedback.forget(owner).await?;
        others.conversations.forget(owner, now).await?;
        others.spending.forget(owner).await?;
        others.lists.forget(owner).await?;
    }
    let forgotten_at = now.plus(DELETED_ACCOUNT_RETENTION);
    for identity in &identities {
        // Includes uploads without a recipe.
        remove_all(ports.recipes, ports.uploads, identity).await?;
        accounts.delete_identity(identity).await?;
        ports.recipes.close(identity, forgotten_at).await?;
    }
    members.forget(user).await?;
    accounts.delete_user(user).await?;
    ports.recipes.close(user, forgotten_at).await?;
    Ok(Progress { deleted, done: true })
}
