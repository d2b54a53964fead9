use std::future::Future;

use crate::owners::Owners;
use crate::{AppError, Caller, OwnerId};
use agent::{ConversationId, Part};
use zest_core::{PortError, Timestamp};

use crate::conversations::cook::Cook;
use crate::conversations::error::Error;
use crate::conversations::store::ConversationStore;

/// Port that publishes parts. Adds 0 to 35 characters of padding, which hides the text's length.
pub trait PartPublisher: Send + Sync {
    /// Publishes a part; fails if delivery is uncertain.
    fn publish(&self, owner: &OwnerId, part: &Part) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Only allows the owner to subscribe; others get [`AppError::Unauthorized`].
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
