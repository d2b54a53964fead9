//! The other recipes of an upload that holds many: each a SUCCESS of its own from the start.
//!
//! Their ids follow from the first one's and their place in the upload, so that reading it again makes nothing twice.

use std::time::Duration;

use extract::Extraction;
use futures_util::future::join_all;

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
use crate::model::{ImportSummary, RAW_LIMIT_BYTES, Recipe};
use crate::pictures;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::writes::{create_once, until_first};

/// How many are written at the same time.
const AT_ONCE: usize = 10;

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
    let mut made = Vec::with_capacity(read.len());
    let mut read = read.into_iter().peekable();
    while read.peek().is_some() {
        let some: Vec<_> = read.by_ref().take(AT_ONCE).collect();
        let writing = some.into_iter().map(|one| write(ports, first, one, now));
        for (title, outcome) in join_all(writing).await {
            match outcome? {
                Some(id) => {
                    summary.imported += 1;
                    made.push(id);
                }
                None => summary.add_problem(title.as_deref(), ErrorCode::Internal),
            }
        }
    }
    follow(ports.recipes, first, job, &made).await
}

/// Writes one; its id, or nothing where something else lies under it.
async fn write(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    read: Read,
    now: Timestamp,
) -> (Option<String>, Result<Option<RecipeId>, AppError>) {
    let title = read.extraction.content.title.clone();
    (title, try_write(ports, first, read, now).await)
}

async fn try_write(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    read: Read,
    now: Timestamp,
) -> Result<Option<RecipeId>, AppError> {
    let sibling = sibling(first, &read, now).ok_or(AppError::ImportFailed(ErrorCode::UploadMissing))?;
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
fn sibling(first: &Recipe, read: &Read, now: Timestamp) -> Option<Recipe> {
    let id = first.id.sibling(read.number, read.part);
    // A moment later each, so that a list has them in the upload's order.
    let place = Duration::from_millis(u64::from(read.number) + u64::from(read.part));
    let mut recipe = Recipe {
        content: kept_content(&read.extraction, first.requested_language),
        warnings: warnings(&read.extraction),
        raw_extraction: Some(read.extraction.to_json_within(RAW_LIMIT_BYTES)),
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
            let Some(mut recipe) = stored.filter(|recipe| recipe.owner == first.owner) else { return Ok(()) };
            let was = recipe.version;
            recipe.owner = is_now.owner.clone();
            recipe.owners = is_now.owners.clone();
            recipe.version += 1;
            Ok(store.transfer(&recipe, &first.owner, was).await?)
        })
        .await?;
    }
    Ok(())
}
