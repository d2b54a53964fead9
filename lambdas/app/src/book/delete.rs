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
use crate::recipe_store::{Place, RecipeStore, Remains};
use crate::refusal::Refusal;
use crate::uploads::removal::{remove_all, remove_unused};
use crate::uploads::store::UploadStore;
use crate::writes::until_first;

/// Most recipes that one call deletes by their ids.
pub const DELETIONS_LIMIT: usize = 50;
/// How many are deleted at the same time.
const AT_ONCE: usize = 10;
/// Of how many tries of an import the artifacts are looked for where the recipe cannot be read; the store forgets them
/// after a day anyway.
const ATTEMPTS_CLEARED: u32 = 10;

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
/// What the caller has begun before this call is deleted or will never be written, imports that are under way among it;
/// what they begin later stays.
///
/// # Errors
/// [`AppError::Unauthorized`] without an owner token, and as [`delete_all`].
pub async fn delete_all_own(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    caller: &Caller,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let Caller::Bearer { identity, .. } = caller else {
        return Err(AppError::Unauthorized);
    };
    let owner = caller.canonical()?;
    // An import that a guest has begun may still write under the name that has become this member.
    let mut names = ports.recipes.identities_of(&owner).await?;
    names.extend([owner, identity.clone()]);
    let mut generations = Vec::with_capacity(names.len());
    for name in &names {
        generations.push((name, ports.recipes.begin_anew(name).await?));
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

/// What has become of one recipe of all.
enum Removal {
    /// It was deleted by this call.
    Deleted,
    /// It was gone already, has moved to another's list, or belongs to the present generation.
    Passed,
}

/// Deletes the recipes in the list of this owner, those that cannot be read too, until `is_over`; with a generation only
/// those of an earlier one. It goes over the list until it finds nothing to delete. Calling again goes on with the rest.
///
/// # Errors
/// As the ports have them, where nothing at all could be deleted.
pub async fn delete_all(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    before: Option<u64>,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Progress, AppError> {
    let mut deleted = 0;
    loop {
        let (round, failure) = match delete_round(ports, owner, before, &is_over).await? {
            Round::Over { deleted: round } => return Ok(Progress { deleted: deleted + round, done: false }),
            Round::Complete { deleted, failure } => (deleted, failure),
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

/// How one way over the list has ended.
enum Round {
    /// The time was over before the end of the list.
    Over { deleted: u32 },
    /// Every recipe of the list was met; `failure` is the first one that could not be deleted.
    Complete { deleted: u32, failure: Option<AppError> },
}

async fn delete_round(
    ports: &DeletePorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts, impl UploadStore>,
    owner: &OwnerId,
    before: Option<u64>,
    is_over: &(impl Fn() -> bool + Send + Sync),
) -> Result<Round, AppError> {
    let (mut deleted, mut failure, mut after) = (0, None, None);
    let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
    loop {
        if is_over() {
            return Ok(Round::Over { deleted });
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
        // From the last place on, not from the start: one that cannot be deleted would be met for ever.
        after = page.next;
        if after.is_none() {
            return Ok(Round::Complete { deleted, failure });
        }
    }
}

/// What lies at a place of an owner's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// A recipe that is to be deleted.
    Outdated,
    /// A recipe that cannot be read.
    Unreadable,
    /// A row without its recipe.
    Nothing,
    /// What has moved to another's list, or belongs to the present generation.
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

/// Deletes what lies at a place of an owner's list, whether or not it can be read.
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
            ports.recipes.erase(owner, place, &Remains::default()).await?;
            Ok(Removal::Passed)
        }
        Listed::Outdated => {
            // Asked again at each try: it may have changed hands in between.
            let load = || async {
                let recipe = ports.recipes.get(id).await?.filter(|recipe| recipe.owner == *owner);
                recipe.ok_or_else(|| AppError::RecipeNotFound(id.clone()))
            };
            match remove(ports, id, going, load).await {
                Ok(()) => Ok(Removal::Deleted),
                // Somebody else was faster: its list row goes with it.
                Err(AppError::RecipeNotFound(_)) => Ok(Removal::Passed),
                Err(error) => Err(error),
            }
        }
    }
}

/// Deletes a recipe that cannot be read, with all that can still be told to belong to it.
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
        // A picture that was put since the pictures went: who has put it could not write it down.
        ports.media.delete_all_of(id).await?;
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
