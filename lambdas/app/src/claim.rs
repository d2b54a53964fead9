//! Transfers a guest's recipes to the member that the guest has become.
//!
//! Proof of the guest's identity is the same identity id, or a *claim*: a [`signed_token`] that is valid for
//! a week. Once a guest is linked to a member, other members cannot use its claims and sessions
//! ([`crate::owners`]).

use std::time::Duration;

use serde::Serialize;

use crate::caller::Caller;
use crate::error::{AppError, WriteError};
use crate::ids::OwnerId;
use crate::members::Members;
use crate::owners::{State, current_generation};
use crate::recipe_store::{Order, RecipeStore};
use crate::signed_token::{self, Holder, Issued, KeyRing, Purpose};
use crate::writes::{Refusal, retry_on_conflict};
use zest_core::{PortError, RecipeId, Timestamp};

/// Lifetime of a claim token.
pub const LIFETIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

const PAGE: u32 = 50;

/// Issues a claim token for a guest.
pub fn issue(ring: &KeyRing, caller: &Caller, now: Timestamp) -> Result<Issued, AppError> {
    match caller {
        Caller::Guest { identity } => {
            let holder = Holder { identity, user: None, source: None };
            signed_token::issue(ring, Purpose::Claim, &holder, LIFETIME, now)
        }
        _ => Err(AppError::Unauthorized),
    }
}

/// Progress of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Recipes that this call transferred.
    pub claimed: u32,
    /// Whether all are transferred; otherwise repeat the call.
    pub done: bool,
}

/// Links the member to its identity id, and transfers the recipes of this identity and of the claim's guest.
/// Stops when `is_over` returns true; repeat the call to continue.
///
/// # Errors
/// [`AppError::AuthenticationRequired`] for a guest. [`AppError::Unauthorized`] if the identity is another
/// member's; also, after its recipes were transferred, for an invalid claim or another member's guest.
pub async fn claim(
    store: &impl RecipeStore,
    members: &impl Members,
    ring: &KeyRing,
    caller: &Caller,
    token: Option<&str>,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (user, identity) = match caller {
        Caller::Member { user, identity: Some(identity) } => (user, identity),
        Caller::Guest { .. } => return Err(AppError::AuthenticationRequired),
        _ => return Err(AppError::Unauthorized),
    };
    if !store.link_identity_to_member(identity, user).await? {
        return Err(AppError::Unauthorized);
    }
    if members.identity_of(user).await?.as_ref() != Some(identity) {
        members.bind(user, identity).await?;
    }
    let mover = Mover { store, user, identity, is_over };
    let own = mover.take_from(identity).await?;
    let Some(token) = token.filter(|_| own.done) else {
        return Ok(own);
    };
    let claim = signed_token::verify(ring, Purpose::Claim, token, now).ok_or(AppError::Unauthorized)?;
    if !store.link_identity_to_member(&claim.identity, user).await? {
        return Err(AppError::Unauthorized);
    }
    let guests = mover.take_from(&claim.identity).await?;
    Ok(Progress { claimed: own.claimed + guests.claimed, done: guests.done })
}

struct Mover<'a, Store, IsOver> {
    store: &'a Store,
    user: &'a OwnerId,
    identity: &'a OwnerId,
    is_over: IsOver,
}

impl<Store: RecipeStore, IsOver: Fn() -> bool + Send + Sync> Mover<'_, Store, IsOver> {
    /// Repeats until nothing is found, because a running import may add recipes.
    async fn take_from(&self, guest: &OwnerId) -> Result<Progress, AppError> {
        let mut claimed = 0;
        loop {
            let round = self.take_round(guest).await?;
            claimed += round.claimed;
            if !round.done || round.claimed == 0 {
                return Ok(Progress { claimed, done: round.done });
            }
        }
    }

    async fn take_round(&self, guest: &OwnerId) -> Result<Progress, AppError> {
        let (mut claimed, mut after) = (0, None);
        loop {
            let page = self.store.list(guest, Order::OldestFirst, PAGE, after.as_ref()).await?;
            for card in &page.cards {
                if (self.is_over)() {
                    return Ok(Progress { claimed, done: false });
                }
                claimed += u32::from(self.take(guest, &card.id).await?);
            }
            // Continue after the last card: otherwise a row that cannot be moved would block the others.
            after = page.next;
            if after.is_none() {
                return Ok(Progress { claimed, done: true });
            }
        }
    }

    /// Transfers a recipe; `false` if missing, being deleted, or owned by another person.
    async fn take(&self, guest: &OwnerId, id: &RecipeId) -> Result<bool, AppError> {
        retry_on_conflict(|| async {
            let stored = match self.store.get(id).await {
                // An unreadable recipe stays with the guest, and does not block the others.
                Err(PortError::Unreadable(_)) => None,
                read => read?,
            };
            let Some(before) = stored.filter(|recipe| recipe.owner == *guest) else { return Ok(false) };
            let generation = current_generation(self.store, self.user).await?;
            let was = self.store.owner_state(guest).await?;
            if was.generation != before.generation || was.state != State::Member {
                return Ok(false);
            }
            let mut recipe = before.clone();
            recipe.owner = self.user.clone();
            // Removes the guest's identity id, unless it is also the member's.
            recipe.owners = [self.user.clone(), self.identity.clone()].into();
            recipe.generation = generation;
            // `updated_at` does not change, because the content does not.
            recipe.version += 1;
            match self.store.transfer(&recipe, &before).await {
                // One of the owners has just started a deletion: check again.
                Err(WriteError::Ended) => Err(Refusal::Conflict),
                moved => Ok(moved.map(|()| true)?),
            }
        })
        .await
    }
}
