//! Workflow state READING.

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::import::attempt::{change, clear_if_deleted, current};
use crate::import::page::keep_sent_page;
use crate::import::pieces::put_reading;
use crate::job::Job;
use crate::model::Source;
use crate::reading::UploadReader;
use crate::recipe_store::RecipeStore;
use crate::upload::{PageSize, ReadAs, Uploaded};
use crate::uploads::removal::remove_unused;
use crate::uploads::store::UploadStore;
use zest_core::Timestamp;

/// Ports of the state READING.
#[derive(Debug)]
pub struct ReadPorts<'a, Uploads, Reader> {
    /// Uploads and page images.
    pub uploads: &'a Uploads,
    /// Upload reader.
    pub reader: &'a Reader,
}

/// Workflow state READING: reads the upload, and stores page images and entries. Stores a sent page
/// like a fetched one.
pub async fn read_upload(
    store: &impl RecipeStore,
    ports: &ReadPorts<'_, impl UploadStore, impl UploadReader>,
    artifacts: &impl Artifacts,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let outcome = read(store, ports, artifacts, job, now).await;
    clear_if_deleted(store, artifacts, job, outcome).await
}

async fn read(
    store: &impl RecipeStore,
    ports: &ReadPorts<'_, impl UploadStore, impl UploadReader>,
    artifacts: &impl Artifacts,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = current(store, job).await?;
    let Source::Upload(source) = &recipe.source else {
        return Err(AppError::ImportFailed(ErrorCode::UploadMissing));
    };
    let upload = source.upload();
    let files = ports.uploads.load(upload).await?;
    let Some(first) = files.first() else {
        return Err(AppError::ImportFailed(ErrorCode::UploadMissing));
    };
    let name = first.name.clone();
    if source.name() != name.as_deref() {
        change(store, job, now, |recipe| recipe.name_upload(name.clone())).await?;
    }
    if source.read_as() == ReadAs::Page {
        let url = recipe.url.as_deref().ok_or(AppError::ImportFailed(ErrorCode::InvalidUrl))?;
        let [page] =
            <[Uploaded; 1]>::try_from(files).map_err(|_| AppError::ImportFailed(ErrorCode::UploadMissing))?;
        return keep_sent_page(artifacts, job, url, &page.bytes).await;
    }
    let hint = recipe.requested_language;
    let read = ports.reader.read(source.read_as(), files, hint).await?;
    let pages: Vec<PageSize> = read.pages.iter().map(|page| page.size).collect();
    for (number, page) in (0_u16..).zip(read.pages) {
        ports.uploads.put_page(upload, number, page.jpeg).await?;
    }
    put_reading(artifacts, job, read.entries).await?;
    let written = change(store, job, now, |recipe| recipe.end_reading(pages.clone())).await;
    // Deletes the page images if the recipe was deleted in the meantime.
    if written == Err(AppError::Superseded) && store.get(&job.id).await?.is_none() {
        remove_unused(store, ports.uploads, upload).await?;
    }
    written
}
