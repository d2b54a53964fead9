//! Changes that programs propose for a member's recipes. They wait until the member accepts or discards them.
//! Only the wish is stored: the app calculates the change of the current version when the member looks at it.

use std::future::Future;
use std::time::Duration;

use crate::error::{AppError, WriteError};
use crate::ids::OwnerId;
use crate::writes::{Refusal, retry_on_conflict};
use zest_core::{PortError, RecipeId, Timestamp};

/// Maximum proposals of a member; a further one replaces the oldest.
pub const MAX_PROPOSALS: usize = 20;
/// Time after which a proposal expires.
pub const LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A change that a program proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramProposal {
    /// Id, used to discard it.
    pub id: RecipeId,
    /// The recipe to change.
    pub recipe_id: RecipeId,
    /// Name of the program's token.
    pub program: String,
    /// What the program wishes, such as "metric".
    pub wish: String,
    /// Time of the proposal.
    pub created_at: Timestamp,
}

impl ProgramProposal {
    /// Time at which it expires.
    #[must_use]
    pub fn expires_at(&self) -> Timestamp {
        self.created_at.plus(LIFETIME)
    }
}

/// All proposals of a member, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberProposals {
    /// At most [`MAX_PROPOSALS`].
    pub proposals: Vec<ProgramProposal>,
    /// Increases with every change; 0 if nothing is stored.
    pub version: u64,
}

/// Store of the proposals of programs.
pub trait ProgramProposals: Send + Sync {
    /// A member's proposals (strongly consistent).
    fn load(&self, owner: &OwnerId) -> impl Future<Output = Result<MemberProposals, PortError>> + Send;

    /// Replaces a member's proposals, if `base` is the stored version. [`WriteError::Ended`] while the account is
    /// being deleted.
    fn replace(
        &self,
        owner: &OwnerId,
        waiting: &MemberProposals,
        base: u64,
    ) -> impl Future<Output = Result<(), WriteError>> + Send;
}

/// Stores a proposal. It replaces an equal one.
///
/// # Errors
/// [`AppError::Busy`] after too many concurrent changes; [`AppError::Superseded`] while the account is being
/// deleted.
pub async fn add(
    store: &impl ProgramProposals,
    owner: &OwnerId,
    proposal: &ProgramProposal,
) -> Result<(), AppError> {
    retry_on_conflict(|| async move {
        let MemberProposals { mut proposals, version } = current(store, owner, proposal.created_at).await?;
        proposals.retain(|other| other.recipe_id != proposal.recipe_id || other.wish != proposal.wish);
        let surplus = (proposals.len() + 1).saturating_sub(MAX_PROPOSALS);
        proposals.drain(..surplus);
        proposals.push(proposal.clone());
        store.replace(owner, &MemberProposals { proposals, version: version + 1 }, version).await?;
        Ok::<_, Refusal>(())
    })
    .await
}

/// A member's proposals that have not expired, oldest first.
pub async fn list(
    store: &impl ProgramProposals,
    owner: &OwnerId,
    now: Timestamp,
) -> Result<Vec<ProgramProposal>, AppError> {
    Ok(current(store, owner, now).await?.proposals)
}

/// Deletes a proposal after the member's decision; `false` if the member has no such proposal.
///
/// # Errors
/// [`AppError::InvalidInput`] for a malformed id; [`AppError::Busy`] after too many concurrent changes.
pub async fn discard(
    store: &impl ProgramProposals,
    owner: &OwnerId,
    id: &str,
    now: Timestamp,
) -> Result<bool, AppError> {
    let id = &RecipeId::parse(id)?;
    retry_on_conflict(|| async move {
        let MemberProposals { mut proposals, version } = current(store, owner, now).await?;
        let before = proposals.len();
        proposals.retain(|proposal| proposal.id != *id);
        let is_found = proposals.len() < before;
        if is_found {
            store.replace(owner, &MemberProposals { proposals, version: version + 1 }, version).await?;
        }
        Ok::<_, Refusal>(is_found)
    })
    .await
}

async fn current(
    store: &impl ProgramProposals,
    owner: &OwnerId,
    now: Timestamp,
) -> Result<MemberProposals, PortError> {
    let mut waiting = store.load(owner).await?;
    waiting.proposals.retain(|proposal| proposal.expires_at() > now);
    Ok(waiting)
}
