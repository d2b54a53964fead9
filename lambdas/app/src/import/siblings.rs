//! The other recipes of an upload that holds many: each a SUCCESS of its own from the start.
//!
//! Their ids follow from the first one's, their place in the upload and a seed that nobody is told, so that reading it
//! again makes nothing twice, and who is given one of them finds no other.

use std::time::Duration;

use extract::Extraction;

use crate::artifacts::Artifacts;
use crate::enrich::enrich_at_once;
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::ids::RecipeId;
use crate::import::attempt::current;
use crate::import::extract_ports::ExtractPorts;
use crate::import::extraction::{kept_content, warnings};
use crate::job::Job;
use crate::media::{DISH_PICTURE_TYPE, MediaStore, picture_key};
use crate::model::{ImportSummary, Marks, RAW_LIMIT_BYTES, Recipe};
use crate::owners::Seed;
use crate::pictures;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::writes::{create_once, until_first};

/// A recipe as it was read from an upload.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// Which entry of the upload.
    pub(super) number: u32,
    /// Which recipe of that entry.
    pub(super) part: u32,
    pub(super) extraction: Extraction,
    /// A JPEG of the dish, which only the first recipe of an entry has.
    pub(super) picture: Option<Vec<u8>>,
    /// What its owner had put on it elsewhere, within our bounds.
    pub(super) marks: Marks,
}

/// Makes recipes of what was read and counts them; those that are there already are counted only.
pub(super) async fn make(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    job: &Job,
    read: Vec<Read>,
    now: Timestamp,
    summary: &mut ImportSummary,
) -> Result<(), AppError> {
    if read.is_empty() {
        return Ok(());
    }
    // That of the identity that has uploaded it, whoever the first one belongs to by now.
    let uploader = first.source.upload().map_or(&first.owner, |upload| &upload.identity);
    let seed = ports.recipes.seed(uploader).await?;
    let mut made = Vec::with_capacity(read.len());
    // One after the other: each write looks at the owner's standing, and of two at once one would be refused.
    for one in read {
        let title = one.extraction.content.title.clone();
        match write(ports, first, &seed, one, now).await? {
            Some(id) => {
                summary.imported += 1;
                made.push(id);
            }
            None => summary.add_problem(title.as_deref(), ErrorCode::Internal),
        }
    }
    follow(ports.recipes, first, job, &made).await
}

/// Writes one; its id, or nothing where something else lies under it.
async fn write(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    seed: &Seed,
    read: Read,
    now: Timestamp,
) -> Result<Option<RecipeId>, AppError> {
    let id = seed.sibling(&first.id, read.number, read.part)?;
    let sibling = sibling(first, id, &read, now);
    let sibling = sibling.ok_or(AppError::ImportFailed(ErrorCode::UploadMissing))?;
    let stored = ports.recipes.get(&sibling.id).await?;
    let made = match stored {
        Some(stored) if !is_same(&stored, &sibling) => return Ok(None),
        Some(stored) => stored,
        // Somebody may have been faster, who has written the same.
        None => match create_once(ports.recipes, sibling, is_same).await {
            Ok(made) => made,
            Err(AppError::Unauthorized) => return Ok(None),
            Err(error) => return Err(error),
        },
    };
    let id = made.id.clone();
    if let Some(picture) = read.picture {
        let key = picture_key(&id, &picture);
        let put = async |key: String| {
            ports.media.put(&key, DISH_PICTURE_TYPE, picture).await?;
            Ok(true)
        };
        match pictures::give(ports.recipes, ports.media, made, key, put, now).await {
            // It was deleted meanwhile, picture and all.
            Ok(_) | Err(AppError::Superseded) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(id))
}

/// Whether a recipe under a sibling's id was made of the same upload.
fn is_same(stored: &Recipe, sibling: &Recipe) -> bool {
    stored.source.is_same_request(&sibling.source)
}

/// The recipe as it was read; `None` where the first one was not created with an upload.
fn sibling(first: &Recipe, id: RecipeId, read: &Read, now: Timestamp) -> Option<Recipe> {
    // A moment later each, so that a list has them in the upload's order.
    let place = Duration::from_millis(u64::from(read.number) + u64::from(read.part));
    let mut recipe = Recipe {
        generation: first.generation,
        content: kept_content(&read.extraction, first.requested_language),
        warnings: warnings(&read.extraction),
        raw_extraction: Some(read.extraction.to_json_within(RAW_LIMIT_BYTES)),
        marks: read.marks.clone(),
        updated_at: now,
        ..first.sibling(id, first.created_at.plus(place))?
    };
    enrich_at_once(&mut recipe, &read.extraction.content);
    Some(recipe)
}

/// Recipes that were made while the first one changed hands go after it.
async fn follow(
    store: &impl RecipeStore,
    first: &Recipe,
    job: &Job,
    made: &[RecipeId],
) -> Result<(), AppError> {
    let is_now = current(store, job).await?;
    if is_now.owner == first.owner {
        return Ok(());
    }
    for id in made {
        until_first(|| async {
            let stored = store.get(id).await?;
            // Whoever was faster has moved it.
            let Some(before) = stored.filter(|recipe| recipe.owner == first.owner) else { return Ok(()) };
            let mut recipe = before.clone();
            recipe.owner = is_now.owner.clone();
            recipe.owners = is_now.owners.clone();
            recipe.generation = is_now.generation;
            recipe.version += 1;
            Ok(store.transfer(&recipe, &before).await?)
        })
        .await?;
    }
    Ok(())
}
