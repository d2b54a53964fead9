//! From guest to member: whoever signs in takes along what they made as a guest, and never what another made.
//!
//! Two proofs count. Cognito often keeps the identity id when a guest signs up: then AppSync itself says that guest and
//! member are one. Where it does not, the guest has taken a *claim* along: a [`signed_token`] that only this guest could
//! have been given, good for a week, until the guest has become somebody: from then on no claim of theirs is worth anything to
//! another member, nor any session of the guest's ([`crate::owners`]).

use std::time::Duration;

use serde::Serialize;

use crate::caller::Caller;
use crate::error::{AppError, PortError, WriteError};
use crate::ids::{OwnerId, RecipeId};
use crate::members::Members;
use crate::owners::{State, present_generation};
use crate::recipe_store::{Order, RecipeStore};
use crate::signed_token::{self, Issued, KeyRing, Purpose};
use crate::timestamp::Timestamp;
use crate::writes::{Refusal, until_first};

/// How long a guest may take to sign in.
pub const LIFETIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Recipes that are looked up at once.
const PAGE: u32 = 50;

/// Gives a guest the proof with which a later member claims the guest's recipes.
///
/// # Errors
/// [`AppError::Unauthorized`] for anyone but a guest whom AppSync has verified.
pub fn issue(ring: &KeyRing, caller: &Caller, now: Timestamp) -> Result<Issued, AppError> {
    match caller {
        Caller::Guest { identity } => {
            signed_token::issue(ring, Purpose::Claim, identity, None, LIFETIME, now)
        }
        _ => Err(AppError::Unauthorized),
    }
}

/// How far a claim has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Recipes that have changed hands in this call.
    pub claimed: u32,
    /// Whether nothing is left; otherwise the same call goes on.
    pub done: bool,
}

/// Remembers under which identity id a member calls, and gives the member what they made as a guest: under this
/// identity id, and under that of the claim, until `is_over` says so. Calling again goes on, or finds nothing left to do.
///
/// # Errors
/// [`AppError::AuthenticationRequired`] for a guest, [`AppError::Unauthorized`] for a claim that is not ours, has
/// expired or is of a guest who has become another; what the member's own identity id proves is done even then.
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
    if !store.become_member(identity, user).await? {
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
    if !store.become_member(&claim.identity, user).await? {
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
    /// Takes the guest's list along, again until a round finds nothing: an import of many recipes may have added some
    /// behind the place that the last round had reached. Once its first recipe has changed hands, it adds no more.
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
            // From the last card on, not from the start: a row that cannot be moved would be met for ever.
            after = page.next;
            if after.is_none() {
                return Ok(Progress { claimed, done: true });
            }
        }
    }

    /// Whether the recipe has changed hands; one that is gone, that its guest is deleting or that has another owner by now
    /// is passed over.
    async fn take(&self, guest: &OwnerId, id: &RecipeId) -> Result<bool, AppError> {
        until_first(|| async {
            let stored = match self.store.get(id).await {
                // It stays where it is until it can be read; the others are not kept waiting.
                Err(PortError::Unreadable(_)) => None,
                read => read?,
            };
            let Some(before) = stored.filter(|recipe| recipe.owner == *guest) else { return Ok(false) };
            let generation = present_generation(self.store, self.user).await?;
            let was = self.store.standing(guest).await?;
            if was.generation != before.generation || was.state != State::Member {
                return Ok(false);
            }
            let mut recipe = before.clone();
            recipe.owner = self.user.clone();
            // The guest's identity id goes, unless it is now the member's own.
            recipe.owners = [self.user.clone(), self.identity.clone()].into();
            recipe.generation = generation;
            // Only the version: what the recipe says and when it last changed stays as it was.
            recipe.version += 1;
            match self.store.transfer(&recipe, &before).await {
                // One of the two has begun a deletion at this very moment: what it leaves is looked at once more.
                Err(WriteError::Ended) => Err(Refusal::Conflict),
                moved => Ok(moved.map(|()| true)?),
            }
        })
        .await
    }
}
