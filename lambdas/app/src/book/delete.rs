use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde::Serialize;

use crate::artifacts::Artifacts;
use crate::book::change::load_own;
use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::import::attempt::clear;
use crate::job::{Attempt, Job};
use crate::media::MediaStore;
use crate::model::Recipe;
use crate::recipe_store::{Place, RecipeStore, UnreadableRecipe};
use crate::refusal::Refusal;
use crate::uploads::removal::{remove_all, remove_unused};
use crate::uploads::store::UploadStore;
use crate::writes::retry_on_conflict;
use zest_core::{PortError, RecipeId};

/// Maximum ids per call.
pub const DELETIONS_LIMIT: usize = 50;
const AT_ONCE: usize = 10;
/// Maximum attempts whose artifacts are deleted if the recipe is unreadable.
const ATTEMPTS_CLEARED: u32 = 10;

/// Ports used by deletions.
#[derive(Debug)]
pub struct DeletePorts<'a, Recipes, Media, Documents, Uploads> {
    /// Recipes and list rows.
    pub recipes: &'a Recipes,
    /// Photos.
    pub media: &'a Media,
    /// Artifacts of the imports.
    pub artifacts: &'a Documents,
    /// Uploads that the recipes were imported from.
    pub uploads: &'a Uploads,
}

/// Deletes a recipe, its photo, its artifacts, and its upload unless another recipe uses it.
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

/// Result for one of several recipes: `RecipeDeletion` in the schema.
#[derive(Debug, PartialEq, Eq)]
pub struct Deletion {
    /// Id from the request.
    pub id: String,
    /// `Ok` if deleted or missing.
    pub outcome: Result<(), AppError>,
}

/// Deletes several recipes, each with its own outcome.
///
/// # Errors
/// [`AppError::InvalidInput`] above [`DELETIONS_LIMIT`].
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

/// Progress of deleting all recipes: `DeletionProgress` in the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Recipes deleted by this call.
    pub deleted: u32,
    /// Whether all are deleted; otherwise repeat the call.
    pub done: bool,
}

/// Deletes all recipes and uploads of an owner-token bearer. Stops when `is_over` returns true; repeat the
/// call to continue.
///
/// Starts a new owner generation first, so that running imports cannot write.
pub async fn delete_all_own(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let Caller::Bearer { identity, .. } = caller else {
        return Err(AppError::Unauthorized);
    };
    let owner = caller.canonical()?;
    // A guest's import may still write with an identity id that is linked to this member.
    let mut names = ports.recipes.identities_of(&owner).await?;
    names.extend([owner, identity.clone()]);
    let mut generations = Vec::with_capacity(names.len());
    for name in &names {
        generations.push((name, ports.recipes.start_new_generation(name).await?));
    }
    let mut all = Progress { deleted: 0, done: true };
    for (name, generation) in generations {
        let progress = delete_all(ports, name, Some(generation), &is_over).await?;
        all.deleted += progress.deleted;
        if !progress.done {
            return Ok(Progress { done: false, ..all });
        }
    }
    for identity in &names {
        remove_all(ports.recipes, ports.uploads, identity).await?;
    }
    Ok(all)
}

enum Removal {
    Deleted,
    /// Missing, moved to another owner, or of the current generation.
    Passed,
}

/// Deletes an owner's recipes, including unreadable ones. Stops when `is_over` returns true; repeat the call
/// to continue. With `before`, only deletes earlier generations.
pub async fn delete_all(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    before: Option<u64>,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let mut deleted = 0;
    loop {
        let (round, failure) = match delete_round(ports, owner, before, &is_over).await? {
            ListPass::Over { deleted: round } => {
                return Ok(Progress { deleted: deleted + round, done: false });
            }
            ListPass::Complete { deleted, failure } => (deleted, failure),
        };
        deleted += round;
        match failure {
            None if round == 0 => return Ok(Progress { deleted, done: true }),
            None => {}
            Some(_) if deleted > 0 => return Ok(Progress { deleted, done: false }),
            Some(error) => return Err(error),
        }
    }
}

enum ListPass {
    /// Time ran out before the end of the list.
    Over { deleted: u32 },
    /// The whole list was read; `failure` is the last error.
    Complete { deleted: u32, failure: Option<AppError> },
}

async fn delete_round(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    before: Option<u64>,
    is_over: &(impl Fn() -> bool + Send + Sync),
) -> Result<ListPass, AppError> {
    let (mut deleted, mut failure, mut after) = (0, None, None);
    let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
    loop {
        if is_over() {
            return Ok(ListPass::Over { deleted });
        }
        let page = ports.recipes.places(owner, at_once, after.as_ref()).await?;
        let looking = page.places.iter().map(|place| look_at(ports.recipes, owner, place, before));
        let mut listed = Vec::with_capacity(page.places.len());
        for (place, found) in page.places.iter().zip(join_all(looking).await) {
            match found {
                Ok(found) => listed.push((place, found)),
                Err(error) => failure = Some(error),
            }
        }
        let going: BTreeSet<_> = listed
            .iter()
            .filter(|(_, found)| *found == Listed::Outdated)
            .map(|((_, id), _)| id.clone())
            .collect();
        let deleting =
            listed.iter().map(|(place, found)| remove_listed(ports, owner, place, found, before, &going));
        for outcome in join_all(deleting).await {
            match outcome {
                Ok(Removal::Deleted) => deleted += 1,
                Ok(Removal::Passed) => {}
                Err(error) => failure = Some(error),
            }
        }
        // Continue after the last position: otherwise a recipe that cannot be deleted would block the others.
        after = page.next;
        if after.is_none() {
            return Ok(ListPass::Complete { deleted, failure });
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    Outdated,
    Unreadable,
    Nothing,
    /// Moved to another owner, or of the current generation.
    Staying,
}

async fn look_at(
    recipes: &impl RecipeStore,
    owner: &OwnerId,
    (_, id): &Place,
    before: Option<u64>,
) -> Result<Listed, AppError> {
    Ok(match recipes.get(id).await {
        Err(PortError::Unreadable(_)) => Listed::Unreadable,
        Err(error) => return Err(error.into()),
        Ok(None) => Listed::Nothing,
        Ok(Some(recipe)) if recipe.owner == *owner && is_outdated(recipe.generation, before) => {
            Listed::Outdated
        }
        Ok(Some(_)) => Listed::Staying,
    })
}

fn is_outdated(generation: u64, before: Option<u64>) -> bool {
    before.is_none_or(|present| generation < present)
}

async fn remove_listed(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    place: &Place,
    found: &Listed,
    before: Option<u64>,
    going: &BTreeSet<RecipeId>,
) -> Result<Removal, AppError> {
    let (_, id) = place;
    match found {
        Listed::Staying => Ok(Removal::Passed),
        Listed::Unreadable => erase(ports, owner, place, before).await,
        Listed::Nothing => {
            ports.recipes.erase(owner, place, &UnreadableRecipe::default()).await?;
            Ok(Removal::Passed)
        }
        Listed::Outdated => {
            // Each retry loads the recipe again, because the owner may have changed.
            let load = || async {
                let recipe = ports.recipes.get(id).await?.filter(|recipe| recipe.owner == *owner);
                recipe.ok_or_else(|| AppError::RecipeNotFound(id.clone()))
            };
            match remove(ports, id, going, load).await {
                Ok(()) => Ok(Removal::Deleted),
                // A concurrent call deleted the recipe and its list row.
                Err(AppError::RecipeNotFound(_)) => Ok(Removal::Passed),
                Err(error) => Err(error),
            }
        }
    }
}

async fn erase(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    place: &Place,
    before: Option<u64>,
) -> Result<Removal, AppError> {
    let (_, id) = place;
    let remains = ports.recipes.remains(id).await?.unwrap_or_default();
    let is_own = remains.owner.as_ref().is_none_or(|known| known == owner);
    if !is_own || !is_outdated(remains.generation, before) {
        return Ok(Removal::Passed);
    }
    ports.media.delete_all_of(id).await?;
    clear_artifacts(ports.artifacts, id, Attempt(remains.attempt.unwrap_or(1).min(ATTEMPTS_CLEARED))).await?;
    ports.recipes.erase(owner, place, &remains).await?;
    if let Some(upload) = &remains.upload {
        remove_unused(ports.recipes, ports.uploads, upload).await?;
    }
    Ok(Removal::Deleted)
}

async fn remove<Loading>(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    id: &RecipeId,
    going: &BTreeSet<RecipeId>,
    load: impl Fn() -> Loading + Send + Sync,
) -> Result<(), AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    retry_on_conflict(|| async {
        let recipe = load().await?;
        // Delete the row last, so that the deletion can be retried.
        ports.media.delete_all_of(id).await?;
        if recipe.source.is_imported() {
            clear_artifacts(ports.artifacts, id, recipe.attempt()).await?;
        }
        // Delete the upload before its last recipe; afterwards nothing refers to the upload.
        if let Some(upload) = recipe.source.upload() {
            let enough = u32::try_from(going.len()).unwrap_or(u32::MAX).saturating_add(1);
            if ports.recipes.recipes_of(upload, None, enough).await?.iter().all(|other| going.contains(other))
            {
                ports.uploads.delete(upload).await?;
            }
        }
        ports.recipes.delete(&recipe).await?;
        ports.media.delete_all_of(id).await?;
        // Two concurrent deletions may each have seen the other's recipe above, and kept the upload.
        if let Some(upload) = recipe.source.upload() {
            remove_unused(ports.recipes, ports.uploads, upload).await?;
        }
        Ok(())
    })
    .await
}

async fn clear_artifacts(artifacts: &impl Artifacts, id: &RecipeId, last: Attempt) -> Result<(), PortError> {
    for attempt in (1..=last.0).map(Attempt) {
        clear(artifacts, &Job { id: id.clone(), attempt }).await?;
    }
    Ok(())
}
