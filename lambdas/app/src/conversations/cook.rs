use crate::error::WriteError;
use crate::owners::Owners;
use crate::{AppError, Caller, OwnerId};
use agent::ConversationId;
use zest_core::Timestamp;

use crate::conversations::error::Error;
use crate::conversations::model::Conversation;
use crate::conversations::store::ConversationStore;

pub(crate) const TRIES: usize = 6;

/// A guest or member, as the owner of conversations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    pub(crate) caller: Caller,
    pub(crate) name: OwnerId,
}

impl Cook {
    /// Wraps a caller that has an owner name.
    pub fn new(caller: Caller) -> Result<Self, Error> {
        let name = caller.canonical().map_err(|_| AppError::Unauthorized)?;
        Ok(Self { caller, name })
    }

    /// Whether `name` is the caller's, or that of a linked guest identity.
    pub(crate) async fn is(&self, owners: &impl Owners, name: &OwnerId) -> Result<bool, Error> {
        if *name == self.name {
            return Ok(true);
        }
        let Some(user) = self.caller.member() else { return Ok(false) };
        Ok(owners.identities_of(user).await?.contains(name))
    }

    /// Loads the caller's conversation. If it belongs to a linked guest identity, transfers it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if missing or another owner's.
    pub(crate) async fn own(
        &self,
        store: &impl ConversationStore,
        owners: &impl Owners,
        id: &ConversationId,
        now: Timestamp,
    ) -> Result<Conversation, Error> {
        for _ in 0..TRIES {
            let found = store.get(id).await?.filter(|found| !found.is_deleted).ok_or(Error::NotFound)?;
            if found.owner == self.name {
                return Ok(found);
            }
            if !self.is(owners, &found.owner).await? {
                return Err(Error::NotFound);
            }
            if let Some(moved) = self.transfer_to_member(store, &found, now).await? {
                return Ok(moved);
            }
        }
        Err(AppError::Busy.into())
    }

    pub(crate) async fn transfer_to_member(
        &self,
        store: &impl ConversationStore,
        found: &Conversation,
        now: Timestamp,
    ) -> Result<Option<Conversation>, Error> {
        let moved =
            Conversation { owner: self.name.clone(), updated_at: found.updated_at, ..found.changed(now) };
        match store.replace(&moved, found.version).await {
            Ok(()) => Ok(Some(moved)),
            Err(WriteError::Conflict) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }
}

pub(crate) fn failed(error: WriteError) -> Error {
    match error {
        WriteError::Conflict => AppError::Busy.into(),
        WriteError::Ended => AppError::Superseded.into(),
        WriteError::Port(error) => error.into(),
    }
}
