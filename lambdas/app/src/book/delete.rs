//! Deleting for good: one recipe, some, or all.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde::Serialize;

use crate::artifacts::Artifacts;
use crate::book::change::load_own;
use crate::caller::Caller;
use crate::error::{AppError, PortError};
use crate::ids::{OwnerId, RecipeId};
use crate::import::attempt::clear;
use crate::job::{Attempt, Job};
use crate::media::MediaStore;
use crate::model::Recipe;
use crate::recipe_store::{Order, RecipeStore};
use crate::refusal::Refusal;
use crate::uploads::removal::remove_unused;
use crate::uploads::store::UploadStore;
use crate::writes::until_first;

/// Most recipes that one call deletes by their ids.
pub const DELETIONS_LIMIT: usize = 50;
/// How many are deleted at the same time.
const AT_ONCE: usize = 10;

/// What a deletion takes things from.
#[derive(Debug)]
pub struct DeletePorts<'a, Recipes, Media, Documents, Uploads> {
    /// Where the recipes and the lists of their owners are kept.
    pub recipes: &'a Recipes,
    /// Where the picture under a recipe's `image_url` lies.
    pub media: &'a Media,
    /// What their imports have left.
    pub artifacts: &'a Documents,
    /// What they were read from.
    pub uploads: &'a Uploads,
}

/// Deletes a recipe, its picture, what its import has left, and its upload unless another recipe was made of it, for
/// good.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it.
pub async fn delete(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    id: &str,
) -> Result<RecipeId, AppError> {
    let id = RecipeId::parse(id)?;
    let alone = BTreeSet::from([id.clone()]);
    remove(ports, &id, &alone, || load_own(ports.recipes, caller, &id)).await?;
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
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    ids: Vec<String>,
) -> Result<Vec<Deletion>, AppError> {
    caller.may_change_own()?;
    if ids.len() > DELETIONS_LIMIT {
        return Err(AppError::InvalidInput(Refusal::TooManyDeletions));
    }
    let mut deletions = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let going: BTreeSet<_> = some.iter().filter_map(|id| RecipeId::parse(id).ok()).collect();
        let deleting = some.iter().map(|id| delete_among(ports, caller, id, &going));
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

async fn delete_among(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    id: &str,
    going: &BTreeSet<RecipeId>,
) -> Result<(), AppError> {
    let id = RecipeId::parse(id)?;
    remove(ports, &id, going, || load_own(ports.recipes, caller, &id)).await
}

/// How far a deletion of all has come: the `DeletionProgress` of the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// How many this call has deleted.
    pub deleted: u32,
    /// Whether nothing is left to delete; otherwise the same call goes on.
    pub done: bool,
}

/// Deletes all recipes and all uploads of whoever bears the owner token, until `is_over`. Calling again goes on.
///
/// # Errors
/// [`AppError::Unauthorized`] without an owner token, and as [`delete_all`].
pub async fn delete_all_own(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    caller.may_change_own()?;
    let progress = delete_all(ports, &caller.canonical()?, is_over).await?;
    if let (true, Caller::Bearer { identity, .. }) = (progress.done, caller) {
        ports.uploads.delete_all_of(identity).await?;
    }
    Ok(progress)
}

/// Deletes the recipes in the list of this owner, page by page, until `is_over`. Calling again goes on with the rest.
///
/// # Errors
/// As the ports have them, where nothing at all could be deleted.
pub async fn delete_all(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let (mut deleted, mut failure, mut after) = (0, None, None);
    let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
    loop {
        if is_over() {
            return Ok(Progress { deleted, done: false });
        }
        let page = ports.recipes.list(owner, Order::NewestFirst, at_once, after.as_ref()).await?;
        let going: BTreeSet<_> = page.cards.iter().map(|card| card.id.clone()).collect();
        let deleting = page.cards.iter().map(|card| {
            let load = || async {
                ports.recipes.get(&card.id).await?.ok_or_else(|| AppError::RecipeNotFound(card.id.clone()))
            };
            remove(ports, &card.id, &going, load)
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

/// Removes one of the recipes that are `going` at the same time.
async fn remove<Loading>(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    id: &RecipeId,
    going: &BTreeSet<RecipeId>,
    load: impl Fn() -> Loading + Send + Sync,
) -> Result<(), AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    until_first(|| async {
        let recipe = load().await?;
        // The recipe goes last: if anything before it fails, it is still there and deleting can be tried again.
        ports.media.delete_all_of(id).await?;
        // What was begun by hand, copied or found beside another has never had artifacts.
        if recipe.source.is_imported() {
            clear_artifacts(ports.artifacts, id, recipe.attempt()).await?;
        }
        // So does its upload, where every recipe of it goes now: with the last of them, nobody would find it any more.
        if let Some(upload) = recipe.source.upload() {
            let enough = u32::try_from(going.len()).unwrap_or(u32::MAX).saturating_add(1);
            if ports.recipes.recipes_of(upload, enough).await?.iter().all(|other| going.contains(other)) {
                ports.uploads.delete(upload).await?;
            }
        }
        ports.recipes.delete(&recipe).await?;
        // Of two calls that delete siblings at the same time each still saw the other's above.
        if let Some(upload) = recipe.source.upload() {
            remove_unused(ports.recipes, ports.uploads, upload).await?;
        }
        Ok(())
    })
    .await
}

/// Deletes the artifacts of all tries of an import.
async fn clear_artifacts(artifacts: &impl Artifacts, id: &RecipeId, last: Attempt) -> Result<(), PortError> {
    for attempt in (1..=last.0).map(Attempt) {
        clear(artifacts, &Job { id: id.clone(), attempt }).await?;
    }
    Ok(())
}
