//! What half of a call is, where a port's method is more than one request or its answer may be short.

use agent::ConversationId;
use app::conversations::{ConversationStore, Exchange};
use app::error::PortError;
use app::ids::RecipeId;
use app::recipe_store::{CardPage, Order, Place, PlacePage, RecipeStore};
use app::upload::Upload;
use app::uploads::UploadStore;
use app::{OwnerId, Timestamp};

use crate::faults::broken::Broken;
use crate::faults::fault::Fault;

/// DynamoDB may answer fewer rows than were asked for, and where to go on.
pub(crate) async fn list(
    inner: &impl RecipeStore,
    owner: OwnerId,
    order: Order,
    _limit: u32,
    after: Option<&(Timestamp, RecipeId)>,
) -> Result<CardPage, PortError> {
    inner.list(&owner, order, 1, after).await
}

/// The same of their places.
pub(crate) async fn places(
    inner: &impl RecipeStore,
    owner: OwnerId,
    _limit: u32,
    after: Option<&Place>,
) -> Result<PlacePage, PortError> {
    inner.places(&owner, 1, after).await
}

/// Of what is to be kept only the positions are.
pub(crate) async fn keep(inner: &impl UploadStore, upload: Upload, _pages: u16) -> Result<(), PortError> {
    inner.keep(&upload, 0).await?;
    Err(PortError::by(Fault::Half))
}

/// Of a conversation's messages one answer may hold no more than the first.
pub(crate) async fn exchanges(
    inner: &impl ConversationStore,
    id: ConversationId,
    from: usize,
    to: usize,
) -> Result<Vec<Exchange>, PortError> {
    inner.exchanges(&id, from, to.min(from + 1)).await
}
