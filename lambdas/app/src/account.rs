//! A member's account: its end, with everything in it.

use std::future::Future;

use crate::artifacts::Artifacts;
use crate::book::delete::{DeletePorts, Progress, delete_all};
use crate::caller::Caller;
use crate::error::{AppError, PortError};
use crate::feedback::FeedbackStore;
use crate::ids::OwnerId;
use crate::media::MediaStore;
use crate::members::Members;
use crate::owners::GONE_KEPT;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::uploads::removal::remove_all;
use crate::uploads::store::UploadStore;

/// The port to the user pool: the accounts with which people sign in.
pub trait Accounts: Send + Sync {
    /// Deletes a user by the `sub`; one who is not there is no error.
    fn delete_user(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Deletes an identity id, which is then nobody's; one that is not there is no error.
    fn delete_identity(&self, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// The port to the conversations with the assistant.
pub trait Conversations: Send + Sync {
    /// Deletes all of an owner's; again it is no error.
    fn forget(&self, owner: &OwnerId, now: Timestamp) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What a member has said, to us and to the assistant.
#[derive(Debug)]
pub struct Said<'a, Written, Talked> {
    /// What they have written to us.
    pub feedback: &'a Written,
    /// Where the conversations of whoever leaves are kept; they are deleted with the account.
    pub conversations: &'a Talked,
}

/// Deletes all that a member has made, said and written to us, what is remembered of them, their identity and their user, until
/// `is_over` says so; the same call goes on until it answers `done`.
///
/// First nothing can be written under any of their names any more, so that what is deleted stays deleted. The user goes
/// last: as long as anything is left, its owner can sign in and try again.
///
/// # Errors
/// [`AppError::AuthenticationRequired`] for a guest, [`AppError::Unauthorized`] for anyone without an owner token.
pub async fn delete(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    members: &impl Members,
    accounts: &impl Accounts,
    said: &Said<'_, impl FeedbackStore, impl Conversations>,
    caller: &Caller,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (user, identity) = match caller {
        Caller::Bearer { identity, user: Some(user) } => (user, identity),
        Caller::Bearer { user: None, .. } => return Err(AppError::AuthenticationRequired),
        _ => return Err(AppError::Unauthorized),
    };
    // The user first: no other identity becomes this member from then on.
    ports.recipes.leave(user).await?;
    let mut identities = ports.recipes.identities_of(user).await?;
    // Also what was made under the identity id and never claimed.
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
        said.feedback.forget(owner).await?;
        said.conversations.forget(owner, now).await?;
    }
    let forgotten_at = now.plus(GONE_KEPT);
    for identity in &identities {
        // Also what was uploaded and never became a recipe.
        remove_all(ports.recipes, ports.uploads, identity).await?;
        accounts.delete_identity(identity).await?;
        ports.recipes.close(identity, forgotten_at).await?;
    }
    members.forget(user).await?;
    accounts.delete_user(user).await?;
    ports.recipes.close(user, forgotten_at).await?;
    Ok(Progress { deleted, done: true })
}
