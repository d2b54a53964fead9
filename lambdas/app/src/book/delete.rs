//! Deleting for good: one recipe, some, or all.

use futures_util::future::join_all;
use serde::Serialize;

use crate::book::change::load_own;
use crate::book::{CONFLICT_TRIES, parse_id};
use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::{Attempt, Job, OwnerId, RecipeId};
use crate::import::clear;
use crate::ports::{MediaStore, Order, PortError, RecipeStore, UploadStore, Workbench, WriteError};
use crate::stored::{Origin, Recipe};
use crate::uploads::remove_unused;

/// Most recipes that one call deletes by their ids.
pub const DELETIONS_LIMIT: usize = 50;
/// How many are deleted at the same time.
const AT_ONCE: usize = 10;

/// What a deletion takes things from.
#[derive(Debug)]
pub struct Shelves<'a, Recipes, Media, Bench, Uploads> {
    /// The recipes.
    pub recipes: &'a Recipes,
    /// Their pictures.
    pub media: &'a Media,
    /// What their imports have left.
    pub workbench: &'a Bench,
    /// What they were read from.
    pub uploads: &'a Uploads,
}

/// Deletes a recipe, its picture, what its import has left, and its upload unless another recipe was made of it, for
/// good.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it.
pub async fn delete(
    shelves: &Shelves<'_, impl RecipeStore, impl MediaStore, impl Workbench, impl UploadStore>,
    caller: &Caller,
    id: &str,
) -> Result<RecipeId, AppError> {
    let id = parse_id(id)?;
    remove(shelves, &id, || load_own(shelves.recipes, caller, &id)).await?;
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
    shelves: &Shelves<'_, impl RecipeStore, impl MediaStore, impl Workbench, impl UploadStore>,
    caller: &Caller,
    ids: Vec<String>,
) -> Result<Vec<Deletion>, AppError> {
    caller.may_change_own()?;
    if ids.len() > DELETIONS_LIMIT {
        return Err(AppError::InvalidInput("at most 50 recipes are deleted at once"));
    }
    let mut deletions = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let deleting = some.iter().map(|id| delete(shelves, caller, id));
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

/// Deletes all recipes and all uploads of whoever bears the owner token, until `is_over`. Calling again goes on.
///
/// # Errors
/// [`AppError::Unauthorized`] without an owner token, and as [`delete_all`].
pub async fn delete_all_own(
    shelves: &Shelves<'_, impl RecipeStore, impl MediaStore, impl Workbench, impl UploadStore>,
    caller: &Caller,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    caller.may_change_own()?;
    let progress = delete_all(shelves, &caller.canonical()?, is_over).await?;
    if let (true, Caller::Bearer { identity, .. }) = (progress.done, caller) {
        shelves.uploads.delete_all_of(identity).await?;
    }
    Ok(progress)
}

/// Deletes the recipes in the list of this owner, page by page, until `is_over`. Calling again goes on with the rest.
///
/// # Errors
/// As the ports have them, where nothing at all could be deleted.
pub async fn delete_all(
    shelves: &Shelves<'_, impl RecipeStore, impl MediaStore, impl Workbench, impl UploadStore>,
    owner: &OwnerId,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (mut deleted, mut failure, mut after) = (0, None, None);
    let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
    loop {
        if is_over() {
            return Ok(Progress { deleted, done: false });
        }
        let page = shelves.recipes.list(owner, Order::NewestFirst, at_once, after.as_ref()).await?;
        let deleting = page.cards.iter().map(|card| {
            let load = || async {
                shelves.recipes.get(&card.id).await?.ok_or_else(|| AppError::RecipeNotFound(card.id.clone()))
            };
            remove(shelves, &card.id, load)
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
    shelves: &Shelves<'_, impl RecipeStore, impl MediaStore, impl Workbench, impl UploadStore>,
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
            shelves.media.delete(key).await?;
        }
        // What was begun by hand, copied or found beside another has never been on the workbench.
        if matches!(recipe.origin, Origin::Address | Origin::Upload) {
            clear_workbench(shelves.workbench, id, recipe.attempt).await?;
        }
        if let Some(upload) = &recipe.upload
            && shelves.recipes.recipes_of(upload, 2).await?.iter().all(|other| other == id)
        {
            shelves.uploads.delete(upload).await?;
        }
        match shelves.recipes.delete(&recipe).await {
            Ok(()) => {
                // Of siblings that go at the same time each still saw the other above.
                if let Some(upload) = &recipe.upload {
                    remove_unused(shelves.recipes, shelves.uploads, upload).await?;
                }
                return Ok(());
            }
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
