//! From rows that changed to what open lists are told.

use std::collections::BTreeMap;
use std::future::Future;

use futures_util::{StreamExt, TryStreamExt, stream};

use crate::caller::Caller;
use crate::card::{Card, RecipeChange};
use crate::error::{AppError, PortError};
use crate::ids::{OwnerId, RecipeId};

/// Changes that are told at once. One after the other, a burst of imports was told of half a minute late; of one recipe
/// there is only one change in a batch, so that none overtakes another.
const AT_ONCE: usize = 8;

/// Tells every open list of an owner that a recipe has changed.
pub trait ChangePublisher: Send + Sync {
    /// Tells the lists of the change's owner; [`PortError`] when it is not certain that they were told.
    fn publish(&self, change: &RecipeChange) -> impl Future<Output = Result<(), PortError>> + Send;
}

/// A list row before and after a change; `after` is `None` for a deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowChange {
    /// The owner in whose list the row lies.
    pub owner: OwnerId,
    /// The row as it was.
    pub before: Option<Card>,
    /// The row as it is.
    pub after: Option<Card>,
}

/// Publishes a batch of changes, of each recipe only the last: a list needs the state, not the way to it.
///
/// # Errors
/// The first that happens; the whole batch is then delivered again, which is harmless.
pub async fn publish(publisher: &impl ChangePublisher, rows: Vec<RowChange>) -> Result<usize, AppError> {
    let changes = collapse(rows);
    // Collected first: the compiler cannot see that a stream which borrows each change may be sent.
    let told: Vec<_> = changes.iter().map(|change| publisher.publish(change)).collect();
    stream::iter(told).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    Ok(changes.len())
}

fn collapse(rows: Vec<RowChange>) -> Vec<RecipeChange> {
    let mut last: BTreeMap<(OwnerId, RecipeId), RecipeChange> = BTreeMap::new();
    for RowChange { owner, before, after } in rows {
        let (id, version) = match (&after, &before) {
            (Some(card), _) => (card.id.clone(), card.version),
            // A deletion outranks the last version that anyone has seen.
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

/// Lets a published change pass to its subscribers: only fn-publish may publish.
///
/// # Errors
/// [`AppError::Unauthorized`] for anyone else.
pub fn accept(caller: &Caller, change: RecipeChange) -> Result<RecipeChange, AppError> {
    match caller {
        Caller::Publisher => Ok(change),
        _ => Err(AppError::Unauthorized),
    }
}

/// Lets a caller listen to an owner's changes: only the owner may.
///
/// # Errors
/// [`AppError::Unauthorized`] for anyone else.
pub fn may_listen(caller: &Caller, owner: &str) -> Result<(), AppError> {
    match caller {
        Caller::Guest { .. } | Caller::Member { .. } if caller.canonical()?.secret() == owner => Ok(()),
        _ => Err(AppError::Unauthorized),
    }
}
