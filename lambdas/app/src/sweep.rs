//! Restarts or fails recipes after a lost or aborted execution.

use std::future::ready;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde::Serialize;

use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::model::{NutritionStatus, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::workflows::{Execution, Workflow, Workflows};
use crate::writes::update;
use zest_core::{RecipeId, Timestamp};

/// Number of the attempt from which an interrupted import fails and is not restarted.
pub const ATTEMPT_LIMIT: u32 = 3;
/// Time after which post-processing has ended, also if it failed: the limit of an EXPRESS execution.
pub const POST_PROCESSING_ENDS_AFTER: Duration = Duration::from_secs(5 * 60);
/// Time from then on in which post-processing is started again; two sweeps, since one may be late.
const SECOND_CHANCE: Duration = Duration::from_secs(2 * 60);
/// Maximum recipes per sweep; those with the oldest change come first.
pub const BATCH: u32 = 10_000;
/// Maximum recipes processed at the same time.
pub const AT_ONCE: usize = 16;

/// Counts of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Unfinished recipes found.
    pub seen: u32,
    /// Interrupted imports that were started again.
    pub restarted: u32,
    /// Imports that failed because of too many interruptions.
    pub failed: u32,
}

/// Processes unfinished recipes that have not changed for `quiet`, until all are processed or `is_over`.
pub async fn sweep(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    quiet: Duration,
    now: Timestamp,
    is_over: impl Fn() -> bool + Sync,
) -> Result<Report, AppError> {
    let mut report = Report::default();
    let mut first_error = None;
    let ids = store.unsettled(now.minus(quiet), BATCH).await?;
    let settling = stream::iter(ids).take_while(|_| ready(!is_over())).map(|id| async move {
        let mut report = Report::default();
        let settled = settle(store, workflows, &id, now, &mut report).await;
        (report, settled)
    });
    let mut settling = settling.buffer_unordered(AT_ONCE);
    while let Some((one, settled)) = settling.next().await {
        report.seen += one.seen;
        report.restarted += one.restarted;
        report.failed += one.failed;
        match settled {
            Ok(()) | Err(AppError::Superseded) => {}
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    first_error.map_or(Ok(report), Err)
}

/// Processes one recipe after its execution failed.
pub async fn settle_one(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    id: &RecipeId,
    now: Timestamp,
) -> Result<Report, AppError> {
    let mut report = Report::default();
    settle(store, workflows, id, now, &mut report).await?;
    Ok(report)
}

async fn settle(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    id: &RecipeId,
    now: Timestamp,
    report: &mut Report,
) -> Result<(), AppError> {
    let Some(recipe) = store.get(id).await?.filter(Recipe::is_unsettled) else {
        return Ok(());
    };
    report.seen += 1;
    if recipe.status() == Status::Success {
        return settle_post_processing(store, workflows, &recipe, now).await;
    }
    // Starts an execution that is missing and leaves a running one alone, which its time-out ends.
    if workflows.start(Workflow::importing(&recipe), &recipe.job()).await? == Execution::Running {
        return Ok(());
    }
    // Each edit checks the stored recipe again, so it never undoes a concurrent write.
    let unchanged =
        |stored: &Recipe| stored.attempt() == recipe.attempt() && stored.status() == recipe.status();
    let load = || async { store.get(id).await?.ok_or(AppError::Superseded) };
    if recipe.attempt().0 >= ATTEMPT_LIMIT {
        let edit = |stored: &mut Recipe| {
            if unchanged(stored) {
                stored.fail(Failure::from(ErrorCode::Interrupted))?;
            }
            Ok(())
        };
        update(store, now, load, edit).await?;
        report.failed += 1;
        return Ok(());
    }
    let edit = |stored: &mut Recipe| {
        if unchanged(stored) {
            stored.restart()?;
        }
        Ok(())
    };
    let restarted = update(store, now, load, edit).await?;
    if restarted.status() == Status::Pending {
        workflows.start(Workflow::importing(&restarted), &restarted.job()).await?;
        report.restarted += 1;
    }
    Ok(())
}

/// Starts post-processing again once its execution has ended, and later gives up the nutrition.
async fn settle_post_processing(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    recipe: &Recipe,
    now: Timestamp,
) -> Result<(), AppError> {
    let is_idle_for = |time: Duration| recipe.updated_at <= now.minus(time);
    if !is_idle_for(POST_PROCESSING_ENDS_AFTER) {
        return Ok(());
    }
    if !is_idle_for(POST_PROCESSING_ENDS_AFTER + SECOND_CHANCE) {
        workflows.start(Workflow::PostProcessing, &recipe.job()).await?;
        return Ok(());
    }
    if !is_idle_for(2 * POST_PROCESSING_ENDS_AFTER + SECOND_CHANCE) {
        return Ok(());
    }
    let load = || async { store.get(&recipe.id).await?.ok_or(AppError::Superseded) };
    let edit = |stored: &mut Recipe| {
        let is_unchanged = stored.attempt() == recipe.attempt() && stored.status() == Status::Success;
        if is_unchanged && stored.nutrition_status == NutritionStatus::Pending {
            stored.nutrition_status = NutritionStatus::Failed;
        }
        Ok(())
    };
    update(store, now, load, edit).await.map(drop)
}
