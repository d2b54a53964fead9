//! Deletes conversations: marks them as deleted, which blocks writes, then deletes the rows.

use crate::error::WriteError;
use crate::model::CreditState;
use crate::owners::Owners;
use crate::{Caller, OwnerId};
use agent::ConversationId;
use zest_core::{PortError, Timestamp};

use crate::conversations::cook::{Cook, TRIES};
use crate::conversations::error::Error;
use crate::conversations::model::{Conversation, Payment};
use crate::conversations::store::ConversationStore;

/// Deletes the caller's conversation. Idempotent.
///
/// # Errors
/// [`Error::NotFound`] if it belongs to another owner.
pub async fn delete(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    id: &str,
    now: Timestamp,
) -> Result<ConversationId, Error> {
    let cook = Cook::new(caller)?;
    let id = ConversationId::parse(id)?;
    if let Some(found) = store.get(&id).await? {
        if !cook.is(owners, &found.owner).await? {
            return Err(Error::NotFound);
        }
        remove(store, &id, now).await?;
    }
    Ok(id)
}

/// Deletes all conversations of an owner, including unreadable ones. Idempotent.
pub async fn forget(
    store: &impl ConversationStore,
    owner: &OwnerId,
    now: Timestamp,
) -> Result<(), PortError> {
    for id in store.ids_of_owner(owner).await? {
        remove(store, &id, now).await?;
    }
    Ok(())
}

async fn remove(
    store: &impl ConversationStore,
    id: &ConversationId,
    now: Timestamp,
) -> Result<(), PortError> {
    for _ in 0..TRIES {
        let found = match store.get(id).await {
            Ok(None) | Err(PortError::Unreadable(_)) => return store.erase(id).await,
            Ok(Some(found)) if found.is_deleted => return store.erase(id).await,
            Ok(Some(found)) => found,
            Err(error) => return Err(error),
        };
        let marked = marked(store, &found, now).await?;
        match store.replace(&marked, found.version).await {
            Ok(()) => return store.erase(id).await,
            Err(WriteError::Conflict) => {}
            Err(WriteError::Ended) => return Err(PortError::Broken("a conversation's owner".to_owned())),
            Err(WriteError::Port(error)) => return Err(error),
        }
    }
    Err(PortError::Busy("conversation".to_owned()))
}

/// Marks a conversation as deleted; a partial answer uses the held credit.
async fn marked(
    store: &impl ConversationStore,
    found: &Conversation,
    now: Timestamp,
) -> Result<Conversation, PortError> {
    let mut marked = Conversation { is_deleted: true, name: None, metadata: None, ..found.changed(now) };
    if found.credit() == Some(CreditState::Held) {
        let number = found.questions.len().saturating_sub(1);
        let progress = store.progress(&found.id, number).await?;
        let answer = progress.and_then(|progress| progress.answer);
        let has_content = answer.is_some_and(|row| row.answer.has_content());
        if let Payment::Charged(charge) = &mut marked.payment {
            charge.end(if has_content { CreditState::Used } else { CreditState::GivenBack });
        }
    }
    Ok(marked)
}
