//! The end of an import: the state CHECKING, or the Catch of recipe-processing.

use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::import::attempt::{change, load, or_clear};
use crate::import::extraction::{kept_content, load_extraction, warnings};
use crate::job::Job;
use crate::model::{RAW_LIMIT_BYTES, Status};
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::upload::ReadAs;
use crate::uploads::store::UploadStore;
use crate::workflows::{Workflow, Workflows};

/// The state CHECKING: makes the recipe a SUCCESS and starts post-processing, which fills in the tags, the
/// nutrition and the picture.
///
/// # Errors
/// As the store and the state machines have them.
pub async fn finish(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    artifacts: &impl Artifacts,
    workflows: &impl Workflows,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = or_clear(store, artifacts, job, load(store, job).await).await?;
    if recipe.status() == Status::Pending {
        // Before the recipe says that it is there: what it was read from is not to be forgotten then.
        // A page that was sent is another matter: it may show what is its reader's alone, and has an address of its own.
        if let Some(read) = recipe.source.read_from().filter(|read| read.read_as() != ReadAs::Page) {
            let pages = u16::try_from(read.pages().len()).unwrap_or(u16::MAX);
            uploads.keep(read.upload(), pages).await?;
        }
        let extraction = load_extraction(artifacts, job).await?;
        let raw = extraction.to_json_within(RAW_LIMIT_BYTES);
        change(store, job, now, |recipe| {
            let content = kept_content(&extraction, recipe.requested_language);
            recipe.succeed(content, warnings(&extraction), raw.clone())
        })
        .await?;
    }
    workflows.start(Workflow::PostProcessing, job).await?;
    Ok(())
}

/// Ends the import with the reason for which a state gave up.
///
/// # Errors
/// As the store has them.
pub async fn fail(
    store: &impl RecipeStore,
    job: &Job,
    reason: ErrorCode,
    now: Timestamp,
) -> Result<(), AppError> {
    change(store, job, now, |recipe| recipe.fail(Failure::from(reason))).await
}
