//! Whose conversation it is: the one place that decides it.

use crate::error::WriteError;
use crate::owners::Owners;
use crate::{AppError, Caller, OwnerId, Timestamp};
use agent::ConversationId;

use crate::conversations::error::Error;
use crate::conversations::model::Conversation;
use crate::conversations::store::ConversationStore;

/// How often a write is tried when somebody else was faster each time.
pub(crate) const TRIES: usize = 6;

/// A guest or a member, in whichever mode they call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    /// The caller, as far as their name still counts.
    pub(crate) caller: Caller,
    /// The name under which their conversations are kept.
    pub(crate) name: OwnerId,
}

impl Cook {
    /// The caller, if they have a name.
    ///
    /// # Errors
    /// [`AppError::Unauthorized`] for everyone else.
    pub fn new(caller: Caller) -> Result<Self, Error> {
        let name = caller.canonical().map_err(|_| AppError::Unauthorized)?;
        Ok(Self { caller, name })
    }

    /// Whether a name is the cook's: their own, or that of a guest whom they were.
    pub(crate) async fn is(&self, owners: &impl Owners, name: &OwnerId) -> Result<bool, Error> {
        if *name == self.name {
            return Ok(true);
        }
        let Some(user) = self.caller.member() else { return Ok(false) };
        Ok(owners.identities_of(user).await?.contains(name))
    }

    /// The cook's conversation with this id. What they have begun as a guest becomes the member's when they come to it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, or none of theirs: which of the two is not told.
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
            if let Some(moved) = self.take_over(store, &found, now).await? {
                return Ok(moved);
            }
        }
        Err(AppError::Busy.into())
    }

    /// Makes a conversation the member's; `None` where somebody else was faster.
    pub(crate) async fn take_over(
        &self,
        store: &impl ConversationStore,
        found: &Conversation,
        now: Timestamp,
    ) -> Result<Option<Conversation>, Error> {
        // Only the owner: when it last changed stays as it was.
        let moved =
            Conversation { owner: self.name.clone(), updated_at: found.updated_at, ..found.changed(now) };
        match store.replace(&moved, found.version).await {
            Ok(()) => Ok(Some(moved)),
            Err(WriteError::Conflict) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }
}

/// A write that was refused for another reason than that somebody was faster.
pub(crate) fn failed(error: WriteError) -> Error {
    match error {
        WriteError::Conflict => AppError::Busy.into(),
        WriteError::Ended => AppError::Superseded.into(),
        WriteError::Port(error) => error.into(),
    }
}
