//! Workflow state EXTRACTING for uploads: converts entries to recipes, chunk by chunk.

use extract::{Extraction, Verdict};
use recipe::Content;

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::import::attempt::{change, current};
use crate::import::extract_ports::ExtractPorts;
use crate::import::extraction::{load_extraction, put_extraction};
use crate::import::links::Links;
use crate::import::pieces::{self, Head, Progress};
use crate::import::siblings::{self, ExtractedRecipe};
use crate::job::Job;
use crate::media::{DISH_PICTURE_TYPE, MediaStore, picture_key};
use crate::model::{ImportSummary, Marks, Stage, fits};
use crate::reading::{Entry, Found};
use crate::recipe_store::RecipeStore;
use crate::upload::UploadKind;
use zest_core::Timestamp;

/// Progress of an EXTRACTING call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// The next call must process more chunks.
    More,
    /// Finished; the next state is CHECKING.
    Last,
    /// No recipe found; the assistant must read the artifacts.
    Assist,
}

/// Processes at least one chunk, then more until `is_over`.
pub(super) async fn read_entries(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    job: &Job,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Slice, AppError> {
    // A repeated call after the end: only the cleanup is missing.
    if current(ports.recipes, job).await?.stage() == Some(Stage::Checking) {
        pieces::clear_reading(ports.artifacts, job).await?;
        return Ok(Slice::Last);
    }
    let head = pieces::head(ports.artifacts, job).await?;
    let mut progress = pieces::progress(ports.artifacts, job).await?;
    while progress.pieces < head.pieces {
        // Boxed, because the future is large.
        Box::pin(process_chunk(ports, job, now, &head, &mut progress)).await?;
        let left = head.entries.saturating_sub(progress.entries);
        let summary = &mut progress.summary;
        summary.found = summary.imported + summary.failed + left;
        pieces::put_progress(ports.artifacts, job, &progress).await?;
        show_summary(ports.recipes, job, now, &progress).await?;
        if progress.pieces < head.pieces && is_over() {
            return Ok(Slice::More);
        }
    }
    if !progress.has_first {
        return Err(AppError::ImportFailed(no_recipe_reason(ports.recipes, job, &progress).await?));
    }
    let title = load_extraction(ports.artifacts, job).await?.content.title;
    let summary = shown(&progress);
    change(ports.recipes, job, now, |recipe| {
        recipe.advance(Stage::Checking)?;
        // Store the summary again, because the previous call may have ended before storing it.
        recipe.summarize(summary.clone())?;
        recipe.apply_imported_content(Content { title: title.clone(), ..recipe.content.clone() });
        Ok(())
    })
    .await?;
    pieces::clear_reading(ports.artifacts, job).await?;
    Ok(Slice::Last)
}

fn shown(progress: &Progress) -> Option<ImportSummary> {
    (progress.summary.found > 1).then(|| progress.summary.clone())
}

async fn show_summary(
    store: &impl RecipeStore,
    job: &Job,
    now: Timestamp,
    progress: &Progress,
) -> Result<(), AppError> {
    let summary = shown(progress);
    change(store, job, now, |recipe| recipe.summarize(summary.clone())).await
}

async fn no_recipe_reason(
    store: &impl RecipeStore,
    job: &Job,
    progress: &Progress,
) -> Result<ErrorCode, AppError> {
    let kind = current(store, job).await?.source.upload().map_or(UploadKind::File, |upload| upload.kind);
    Ok(progress.summary.common_reason().unwrap_or(kind.no_recipe_code()))
}

/// Stores the recipes of a chunk. The first one of the upload replaces the placeholder.
async fn process_chunk(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    job: &Job,
    now: Timestamp,
    head: &Head,
    progress: &mut Progress,
) -> Result<(), AppError> {
    let first = current(ports.recipes, job).await?;
    let mut links = Links::new(ports.recipes, &first, &head.linked);
    let piece = pieces::piece(ports.artifacts, job, progress.pieces).await?;
    let done = u32::try_from(piece.entries.len()).unwrap_or_default();
    let mut others = Vec::new();
    for (number, entry) in (piece.from..).zip(piece.entries) {
        let (title, text) = (entry.title.clone(), entry.text.clone());
        let linked = entry.links.clone();
        let (picture, marks) = (entry.picture.clone(), entry.marks.clone().within_bounds(now));
        let is_only = progress.entries + done == 1;
        for (part, extraction) in (0_u32..).zip(recipes_of(entry, is_only, progress)) {
            // An entry's photo and marks belong to its first recipe.
            let picture = picture.clone().filter(|_| part == 0);
            let marks = if part == 0 { marks.clone() } else { Marks::default() };
            let mut extraction = extraction;
            let first_entry = if progress.has_first { progress.first_entry } else { number };
            links.set(&mut extraction.content, &linked, number, first_entry).await?;
            let notes = first.notes.as_deref().filter(|_| !progress.has_first);
            if !fits(&mut extraction.content, notes.or(extraction.notes.as_deref())) {
                let title = extraction.content.title.as_deref().or(title.as_deref());
                progress.summary.add_problem(title, ErrorCode::FileTooLarge, text.as_deref());
                continue;
            }
            if progress.has_first {
                others.push(ExtractedRecipe { number, part, extraction, picture, marks });
            } else {
                fill_placeholder(ports, job, now, &extraction, picture, marks).await?;
                (progress.has_first, progress.first_entry) = (true, number);
                progress.summary.imported += 1;
            }
        }
    }
    siblings::store_siblings(ports, &first, job, others, now, &mut progress.summary).await?;
    progress.pieces += 1;
    progress.entries += done;
    Ok(())
}

async fn fill_placeholder(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    job: &Job,
    now: Timestamp,
    extraction: &Extraction,
    picture: Option<Vec<u8>>,
    marks: Marks,
) -> Result<(), AppError> {
    put_extraction(ports.artifacts, job, extraction).await?;
    let image_url = match picture {
        Some(picture) => {
            let key = picture_key(&job.id, &picture);
            ports.media.put(&key, DISH_PICTURE_TYPE, picture).await?;
            Some(key)
        }
        None => None,
    };
    let (title, language) = (extraction.content.title.clone(), extraction.content.language);
    let written = change(ports.recipes, job, now, |recipe| {
        recipe.apply_imported_content(Content { title: title.clone(), language, ..recipe.content.clone() });
        if image_url.is_some() {
            recipe.image_url.clone_from(&image_url);
        }
        // Keep marks that the user has set in the meantime.
        if recipe.marks.is_empty() {
            recipe.marks.clone_from(&marks);
        }
        Ok(())
    })
    .await;
    if written == Err(AppError::Superseded) && ports.recipes.get(&job.id).await?.is_none() {
        ports.media.delete_all_of(&job.id).await?;
    }
    written
}

/// Extracts recipes, and counts problems. An entry without a recipe is no problem if it is a text or the only
/// entry.
fn recipes_of(entry: Entry, is_only: bool, progress: &mut Progress) -> Vec<Extraction> {
    let is_text = matches!(entry.found, Found::Text(_));
    let (title, text) = (entry.title, entry.text);
    let read = entry.found.read().map(|found| {
        let is_recipe = |extraction: &Extraction| extraction.verdict == Verdict::Recipe;
        found.into_iter().filter(is_recipe).collect::<Vec<_>>()
    });
    let problem = match &read {
        Err(code) => Some(*code),
        Ok(recipes) if recipes.is_empty() && !is_text && !is_only => Some(ErrorCode::NoRecipeInFile),
        Ok(_) => None,
    };
    if let Some(code) = problem {
        progress.summary.add_problem(title.as_deref(), code, text.as_deref());
    }
    read.unwrap_or_default()
}
