//! Publishes changed list rows to open lists.

use std::collections::BTreeMap;
use std::future::Future;

use futures_util::{StreamExt, TryStreamExt, stream};

use crate::caller::Caller;
use crate::card::{Card, RecipeChange};
use crate::error::AppError;
use crate::ids::OwnerId;
use zest_core::{PortError, RecipeId};

/// Number of concurrent publications. A batch has one change per recipe, so the order is preserved.
const AT_ONCE: usize = 8;

/// Port that publishes recipe changes to subscribers.
pub trait ChangePublisher: Send + Sync {
    /// Publishes to the owner's lists; fails if delivery is uncertain.
    fn publish(&self, change: &RecipeChange) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// A list row before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowChange {
    /// Owner of the list.
    pub owner: OwnerId,
    /// Row before; `None` if new.
    pub before: Option<Card>,
    /// Row after; `None` if deleted.
    pub after: Option<Card>,
}

/// Publishes the last change of each recipe, and returns the number of recipes. After an error, the batch is
/// delivered again, which is harmless.
pub async fn publish(publisher: &impl ChangePublisher, rows: Vec<RowChange>) -> Result<usize, AppError> {
    let changes = collapse(rows);
    // Collected first, because a lazily borrowing stream is not provably `Send`.
    let publications: Vec<_> = changes.iter().map(|change| publisher.publish(change)).collect();
    stream::iter(publications).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    Ok(changes.len())
}

fn collapse(rows: Vec<RowChange>) -> Vec<RecipeChange> {
    let mut last: BTreeMap<(OwnerId, RecipeId), RecipeChange> = BTreeMap::new();
    for RowChange { owner, before, after } in rows {
        let (id, version) = match (&after, &before) {
            (Some(card), _) => (card.id.clone(), card.version),
            // A deletion is newer than the last published version.
            (None, Some(card)) => (card.id.clone(), card.version + 1),
            (None, None) => continue,
        };
        let key = (owner.clone(), id.clone());
        let change = RecipeChange { owner, id, version, card: after };
        if last.get(&key).is_none_or(|known| known.version <= version) {
            last.insert(key, change);
        }
    }
    last.into_values().collect()
}

/// Only allows the owner to subscribe.
pub fn may_listen(caller: &Caller, owner: &str) -> Result<(), AppError> {
    match caller {
        Caller::Guest { .. } | Caller::Member { .. } if caller.canonical()?.secret() == owner => Ok(()),
        _ => Err(AppError::Unauthorized),
    }
}
