//! Access of workflow steps to their recipe, and cleanup.

use crate::artifacts::{Artifacts, EXTRACTION, PAGE};
use crate::error::AppError;
use crate::import::pieces::clear_reading;
use crate::job::Job;
use crate::model::{Recipe, Status, TransitionRefused};
use crate::recipe_store::RecipeStore;
use crate::writes::update;
use zest_core::{PortError, Timestamp};

pub(super) async fn load(store: &impl RecipeStore, job: &Job) -> Result<Recipe, AppError> {
    let recipe = store.get(&job.id).await?.ok_or(AppError::Superseded)?;
    if recipe.attempt() == job.attempt { Ok(recipe) } else { Err(AppError::Superseded) }
}

/// The recipe, if it is PENDING and the job is its current attempt.
pub(super) async fn current(store: &impl RecipeStore, job: &Job) -> Result<Recipe, AppError> {
    let recipe = load(store, job).await?;
    if recipe.status() == Status::Pending { Ok(recipe) } else { Err(AppError::Superseded) }
}

pub(super) async fn change(
    store: &impl RecipeStore,
    job: &Job,
    now: Timestamp,
    edit: impl Fn(&mut Recipe) -> Result<(), TransitionRefused> + Send + Sync,
) -> Result<(), AppError> {
    let edit = |recipe: &mut Recipe| Ok(edit(recipe)?);
    update(store, now, || current(store, job), edit).await.map(drop)
}

pub(crate) async fn clear(artifacts: &impl Artifacts, job: &Job) -> Result<(), PortError> {
    clear_reading(artifacts, job).await?;
    for name in [PAGE, EXTRACTION] {
        artifacts.delete(job, name).await?;
    }
    Ok(())
}

/// Returns a step's outcome, after deleting the artifacts of a deleted recipe.
pub(super) async fn clear_if_deleted<Outcome: Send>(
    store: &impl RecipeStore,
    artifacts: &impl Artifacts,
    job: &Job,
    outcome: Result<Outcome, AppError>,
) -> Result<Outcome, AppError> {
    if matches!(outcome, Err(AppError::Superseded)) && store.get(&job.id).await?.is_none() {
        clear(artifacts, job).await?;
    }
    outcome
}
