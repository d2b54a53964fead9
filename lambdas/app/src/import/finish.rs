//! End of an import: the state CHECKING, or failure.

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::import::attempt::{change, clear_if_deleted, load};
use crate::import::extraction::{kept_content, load_extraction, raw, warnings};
use crate::job::Job;
use crate::model::Status;
use crate::recipe_store::RecipeStore;
use crate::upload::ReadAs;
use crate::uploads::store::UploadStore;
use crate::workflows::{Workflow, Workflows};
use zest_core::Timestamp;

/// Workflow state CHECKING: sets SUCCESS and starts post-processing.
pub async fn finish(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    artifacts: &impl Artifacts,
    workflows: &impl Workflows,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = clear_if_deleted(store, artifacts, job, load(store, job).await).await?;
    if recipe.status() == Status::Pending {
        // Done before SUCCESS, so that the upload does not expire. Sent pages may be private, so they are not
        // kept.
        if let Some(read) = recipe.source.read_from().filter(|read| read.read_as() != ReadAs::Page) {
            let pages = u16::try_from(read.pages().len()).unwrap_or(u16::MAX);
            uploads.keep(read.upload(), pages).await?;
        }
        let extraction = load_extraction(artifacts, job).await?;
        let raw = raw(&extraction);
        change(store, job, now, |recipe| {
            let content = kept_content(&extraction, recipe.requested_language);
            recipe.keep_origin(extraction.notes.as_deref(), extraction.source_url.as_deref());
            recipe.succeed(content, warnings(&extraction), raw.clone())
        })
        .await?;
    }
    workflows.start(Workflow::PostProcessing, job).await?;
    Ok(())
}

/// Ends the import with FAILED.
pub async fn fail(
    store: &impl RecipeStore,
    job: &Job,
    reason: ErrorCode,
    now: Timestamp,
) -> Result<(), AppError> {
    change(store, job, now, |recipe| recipe.fail(Failure::from(reason))).await
}
