//! Deleting for good: one recipe, some, or all.

use futures_util::future::join_all;
use serde::Serialize;

use crate::book::change::load_own;
use crate::book::{CONFLICT_TRIES, parse_id};
use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::{Attempt, Job, OwnerId, RecipeId};
use crate::import::clear;
use crate::ports::{MediaStore, Order, PortError, RecipeStore, Workbench, WriteError};
use crate::stored::{Origin, Recipe};

/// Most recipes that one call deletes by their ids.
pub const DELETIONS_LIMIT: usize = 50;
/// How many are deleted at the same time.
const AT_ONCE: usize = 10;

/// Deletes a recipe, its picture and what its import has left, for good.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it.
pub async fn delete(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    workbench: &impl Workbench,
    caller: &Caller,
    id: &str,
) -> Result<RecipeId, AppError> {
    let id = parse_id(id)?;
    remove(store, media, workbench, &id, || load_own(store, caller, &id)).await?;
    Ok(id)
}

/// What has become of one recipe of many: the `RecipeDeletion` of the schema.
#[derive(Debug, PartialEq, Eq)]
pub struct Deletion {
    /// As the client named it.
    pub id: String,
    /// Why it was not deleted. One that is not there is as good as deleted.
    pub outcome: Result<(), AppError>,
}

/// Deletes recipes one by one, each with its own outcome.
///
/// # Errors
/// [`AppError::Unauthorized`] without an owner token; [`AppError::InvalidInput`] beyond [`DELETIONS_LIMIT`].
pub async fn delete_many(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    workbench: &impl Workbench,
    caller: &Caller,
    ids: Vec<String>,
) -> Result<Vec<Deletion>, AppError> {
    caller.may_change_own()?;
    if ids.len() > DELETIONS_LIMIT {
        return Err(AppError::InvalidInput("at most 50 recipes are deleted at once"));
    }
    let mut deletions = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let deleting = some.iter().map(|id| delete(store, media, workbench, caller, id));
        for (id, outcome) in some.iter().zip(join_all(deleting).await) {
            let outcome = match outcome {
                Ok(_) | Err(AppError::RecipeNotFound(_)) => Ok(()),
                Err(error) => Err(error),
            };
            deletions.push(Deletion { id: id.clone(), outcome });
        }
    }
    Ok(deletions)
}

/// How far a deletion of all has come: the `DeletionProgress` of the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// How many this call has deleted.
    pub deleted: u32,
    /// Whether nothing is left.
    pub done: bool,
}

/// Deletes the recipes in the list of this owner, page by page, until `is_over`. Calling again goes on with the rest.
///
/// # Errors
/// As the ports have them, where nothing at all could be deleted.
pub async fn delete_all(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    workbench: &impl Workbench,
    owner: &OwnerId,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (mut deleted, mut failure, mut after) = (0, None, None);
    let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
    loop {
        if is_over() {
            return Ok(Progress { deleted, done: false });
        }
        let page = store.list(owner, Order::NewestFirst, at_once, after.as_ref()).await?;
        let deleting = page.cards.iter().map(|card| {
            let load = || async {
                store.get(&card.id).await?.ok_or_else(|| AppError::RecipeNotFound(card.id.clone()))
            };
            remove(store, media, workbench, &card.id, load)
        });
        for outcome in join_all(deleting).await {
            match outcome {
                Ok(()) => deleted += 1,
                // Somebody else was faster: its list row goes with it.
                Err(AppError::RecipeNotFound(_)) => {}
                Err(error) => failure = Some(error),
            }
        }
        // From the last card on, not from the start: one that cannot be deleted would be met for ever.
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    match failure {
        None => Ok(Progress { deleted, done: true }),
        Some(_) if deleted > 0 => Ok(Progress { deleted, done: false }),
        Some(error) => Err(error),
    }
}

async fn remove<Loading>(
    store: &impl RecipeStore,
    media: &impl MediaStore,
    workbench: &impl Workbench,
    id: &RecipeId,
    load: impl Fn() -> Loading + Send,
) -> Result<(), AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    for _ in 0..CONFLICT_TRIES {
        let recipe = load().await?;
        // The recipe goes last: if anything before it fails, it is still there and deleting can be tried again.
        if let Some(key) = &recipe.image_url {
            media.delete(key).await?;
        }
        // What was begun by hand or copied has never been on the workbench.
        if recipe.origin == Origin::Address {
            clear_workbench(workbench, id, recipe.attempt).await?;
        }
        match store.delete(&recipe).await {
            Ok(()) => return Ok(()),
            Err(WriteError::Conflict) => {}
            Err(WriteError::Port(error)) => return Err(error.into()),
        }
    }
    Err(AppError::Busy)
}

/// Takes off the workbench what the tries of an import have left there.
async fn clear_workbench(workbench: &impl Workbench, id: &RecipeId, last: Attempt) -> Result<(), PortError> {
    for attempt in (1..=last.0).map(Attempt) {
        clear(workbench, &Job { id: id.clone(), attempt }).await?;
    }
    Ok(())
}
