//! Parts of answers on their way to whoever listens.

use std::future::Future;

use crate::error::PortError;
use crate::owners::Owners;
use crate::{AppError, Caller, OwnerId, Timestamp};
use agent::{ConversationId, Part};
use serde_json::Value;

use crate::conversations::cook::Cook;
use crate::conversations::error::Error;
use crate::conversations::store::ConversationStore;

/// Tells whoever listens to a conversation of a part. The publisher adds whose it is, and padding of 0 to 35 characters, which hides how
/// long the text is.
pub trait PartPublisher: Send + Sync {
    /// Tells it; [`PortError`] where it is not certain that it was told.
    fn publish(&self, owner: &OwnerId, part: &Part) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Lets a published part pass to its subscribers: only fn-agent may publish.
///
/// # Errors
/// [`AppError::Unauthorized`] for anyone else.
pub fn accept(caller: &Caller, part: Value) -> Result<Value, Error> {
    match caller {
        Caller::Publisher => Ok(part),
        _ => Err(AppError::Unauthorized.into()),
    }
}

/// Lets a caller listen to a conversation: only its owner may.
///
/// # Errors
/// [`AppError::Unauthorized`] for anyone else, and where there is no such conversation.
pub async fn may_listen(
    store: &impl ConversationStore,
    owners: &impl Owners,
    caller: Caller,
    id: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let cook = Cook::new(caller)?;
    match cook.own(store, owners, &ConversationId::parse(id)?, now).await {
        Ok(_) => Ok(()),
        Err(Error::NotFound) => Err(AppError::Unauthorized.into()),
        Err(error) => Err(error),
    }
}
