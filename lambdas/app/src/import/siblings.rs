//! Further recipes of an upload with several recipes, each stored as SUCCESS. Their ids derive from the first
//! recipe's id, the index and a secret seed, so a retry creates the same ids, but they cannot be guessed.

use std::time::Duration;

use extract::Extraction;

use crate::artifacts::Artifacts;
use crate::enrich::enrich_at_once;
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::ids::OwnerId;
use crate::import::attempt::current;
use crate::import::extract_ports::ExtractPorts;
use crate::import::extraction::{kept_content, raw, warnings};
use crate::job::Job;
use crate::media::{DISH_PICTURE_TYPE, MediaStore, picture_key};
use crate::model::{ImportSummary, Marks, Recipe};
use crate::owners::Seed;
use crate::pictures;
use crate::recipe_store::RecipeStore;
use crate::writes::{create_once, retry_on_conflict};
use zest_core::{RecipeId, Timestamp};

#[derive(Clone, Debug)]
pub(super) struct ExtractedRecipe {
    pub(super) number: u32,
    pub(super) part: u32,
    pub(super) extraction: Extraction,
    /// Photo as JPEG; only for the first recipe of an entry.
    pub(super) picture: Option<Vec<u8>>,
    pub(super) marks: Marks,
}

/// Stores recipes, and counts them in `summary`, including existing ones.
pub(super) async fn store_siblings(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    job: &Job,
    read: Vec<ExtractedRecipe>,
    now: Timestamp,
    summary: &mut ImportSummary,
) -> Result<(), AppError> {
    if read.is_empty() {
        return Ok(());
    }
    let seed = ports.recipes.seed(uploader(first)).await?;
    let mut made = Vec::with_capacity(read.len());
    // Sequentially, because concurrent transactions on the owner's state would conflict.
    for one in read {
        let title = one.extraction.content.title.clone();
        match write(ports, first, &seed, one, now).await? {
            Some(id) => {
                summary.imported += 1;
                made.push(id);
            }
            None => summary.add_problem(title.as_deref(), ErrorCode::Internal, None),
        }
    }
    follow(ports.recipes, first, job, &made).await
}

/// Uploader. Ids derive from the uploader's seed, because the owner may change during the import.
pub(super) fn uploader(first: &Recipe) -> &OwnerId {
    first.source.upload().map_or(&first.owner, |upload| &upload.identity)
}

/// Stores a recipe; `None` if another recipe has its id.
async fn write(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    first: &Recipe,
    seed: &Seed,
    read: ExtractedRecipe,
    now: Timestamp,
) -> Result<Option<RecipeId>, AppError> {
    let id = seed.sibling(&first.id, read.number, read.part)?;
    let sibling = sibling(first, id, &read, now);
    let sibling = sibling.ok_or(AppError::ImportFailed(ErrorCode::UploadMissing))?;
    let stored = ports.recipes.get(&sibling.id).await?;
    let made = match stored {
        Some(stored) if !is_same(&stored, &sibling) => return Ok(None),
        Some(stored) => stored,
        // A concurrent run may have stored the same recipe.
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
            Ok(_) | Err(AppError::Superseded) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(id))
}

fn is_same(stored: &Recipe, sibling: &Recipe) -> bool {
    stored.source.is_same_request(&sibling.source)
}

/// A new recipe of the upload; `None` unless `first` was created with one.
fn sibling(first: &Recipe, id: RecipeId, read: &ExtractedRecipe, now: Timestamp) -> Option<Recipe> {
    // Increasing times preserve the order of the upload in lists.
    let place = Duration::from_millis(u64::from(read.number) + u64::from(read.part));
    let mut recipe = Recipe {
        generation: first.generation,
        content: kept_content(&read.extraction, first.requested_language),
        warnings: warnings(&read.extraction),
        raw_extraction: Some(raw(&read.extraction)),
        url: read.extraction.source_url.clone().or_else(|| first.url.clone()),
        notes: read.extraction.notes.clone(),
        marks: read.marks.clone(),
        updated_at: now,
        ..first.sibling(id, first.created_at.plus(place))?
    };
    enrich_at_once(&mut recipe, &read.extraction.content);
    Some(recipe)
}

/// Transfers the recipes if the first one was transferred.
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
        retry_on_conflict(|| async {
            let stored = store.get(id).await?;
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
