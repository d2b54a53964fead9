//! [`Fault::Half`] for methods with several requests or a response that may be short.

use agent::ConversationId;
use app::OwnerId;
use app::conversations::{ConversationStore, Exchange};
use app::recipe_store::{CardPage, ListPositionPage, Order, Place, RecipeStore};
use app::upload::Upload;
use app::uploads::UploadStore;
use zest_core::{PortError, RecipeId, Timestamp};

use crate::faults::broken::Broken;
use crate::faults::fault::Fault;

/// Returns one row and a position, because DynamoDB may return fewer rows than requested.
pub(crate) async fn list(
    inner: &impl RecipeStore,
    owner: OwnerId,
    order: Order,
    _limit: u32,
    after: Option<&(Timestamp, RecipeId)>,
) -> Result<CardPage, PortError> {
    inner.list(&owner, order, 1, after).await
}

pub(crate) async fn places(
    inner: &impl RecipeStore,
    owner: OwnerId,
    _limit: u32,
    after: Option<&Place>,
) -> Result<ListPositionPage, PortError> {
    inner.places(&owner, 1, after).await
}

/// Keeps the positions, but not the page images.
pub(crate) async fn keep(inner: &impl UploadStore, upload: Upload, _pages: u16) -> Result<(), PortError> {
    inner.keep(&upload, 0).await?;
    Err(PortError::by(Fault::Half))
}

pub(crate) async fn exchanges(
    inner: &impl ConversationStore,
    id: ConversationId,
    from: usize,
    to: usize,
) -> Result<Vec<Exchange>, PortError> {
    inner.exchanges(&id, from, to.min(from + 1)).await
}
