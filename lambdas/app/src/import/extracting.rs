use crate::artifacts::Artifacts;
use crate::error::AppError;
use crate::import::attempt::{change, clear_if_deleted, current};
use crate::import::entries::{Slice, read_entries};
use crate::import::extract_ports::ExtractPorts;
use crate::import::page::read_page;
use crate::job::Job;
use crate::media::MediaStore;
use crate::model::{Source, Stage};
use crate::recipe_store::RecipeStore;
use crate::upload::ReadAs;
use zest_core::Timestamp;

/// Extracts and stores the recipe. For an upload with several recipes, stops when `is_over` returns true;
/// repeat the call to continue.
///
/// # Errors
/// [`AppError::ImportFailed`] without a recipe, unless the assistant was requested.
pub async fn extract_recipe(
    ports: &ExtractPorts<'_, impl RecipeStore, impl MediaStore, impl Artifacts>,
    job: &Job,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Slice, AppError> {
    let (store, artifacts) = (ports.recipes, ports.artifacts);
    let outcome = async {
        change(store, job, now, |recipe| recipe.advance(Stage::Extracting)).await?;
        let recipe = current(store, job).await?;
        let read = match &recipe.source {
            Source::Upload(upload) if upload.read_as() == ReadAs::Page => {
                read_page(store, artifacts, job, now).await.map(|()| Slice::Last)
            }
            Source::Upload(_) => read_entries(ports, job, now, is_over).await,
            Source::Address { .. } | Source::Blank | Source::Copy(_) | Source::Sibling { .. } => {
                read_page(store, artifacts, job, now).await.map(|()| Slice::Last)
            }
        };
        match read {
            Err(AppError::ImportFailed(code))
                if code.is_for_assistant() && recipe.import.assistance().is_some() =>
            {
                Ok(Slice::Assist)
            }
            read => read,
        }
    };
    clear_if_deleted(store, artifacts, job, outcome.await).await
}
