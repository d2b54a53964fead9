//! What no Catch sees: a machine that timed out, was aborted or lost with its host. The sweep takes up again or
//! ends clearly what is left unsettled, so that nothing stays PENDING for ever.

use std::time::Duration;

use serde::Serialize;

use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::ids::RecipeId;
use crate::model::{NutritionStatus, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;
use crate::workflows::{Execution, Workflow, Workflows};
use crate::writes::update;

/// After so many attempts an import that keeps being interrupted fails.
pub const ATTEMPT_LIMIT: u32 = 3;
/// An execution that has gone on for so long without a sign of life is taken for lost.
pub const GIVEN_UP_AFTER: Duration = Duration::from_secs(15 * 60);
/// How many recipes one sweep looks at: as many as fn-sweep has time for. The oldest come first, so that what is waited for
/// keeps what was lost from being seen only beyond so many.
pub const BATCH: u32 = 1_000;

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// How many recipes were still unsettled when they were looked at.
    pub seen: u32,
    /// Started, for the first time or once more.
    pub restarted: u32,
    /// How many imports were ended as FAILED because they had been interrupted too often.
    pub failed: u32,
}

/// What to do with one unsettled recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remedy {
    /// It is being worked on.
    Wait,
    /// Its execution was never started.
    Start(Workflow),
    /// Its execution is over and left it unsettled.
    StartAgain,
    /// It was interrupted too often.
    Fail,
    /// The recipe is there; only its nutrition is not.
    GiveUpNutrition,
}

/// Looks at everything unsettled that has not changed for `quiet`.
///
/// # Errors
/// As the store has them; one recipe that cannot be helped does not stop the others.
pub async fn sweep(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    quiet: Duration,
    now: Timestamp,
) -> Result<Report, AppError> {
    let mut report = Report::default();
    let mut first_error = None;
    for id in store.unsettled(now.minus(quiet), BATCH).await? {
        match settle(store, workflows, &id, now, &mut report).await {
            // It was deleted meanwhile, or its owner deletes everything: whoever deletes takes it along.
            Ok(()) | Err(AppError::Superseded) => {}
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    first_error.map_or(Ok(report), Err)
}

/// Looks at one recipe whose execution has ended badly.
///
/// # Errors
/// As the store and the state machines have them.
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
    let workflow = match recipe.status() {
        Status::Success => Workflow::PostProcessing,
        Status::Pending | Status::Failed => Workflow::importing(&recipe),
    };
    let execution = workflows.look_up(workflow, &recipe.job()).await?;
    let remedy = remedy(&recipe, execution, now);
    // Each edit decides again on what is stored by then, so that a write in between is never undone.
    let unchanged =
        |stored: &Recipe| stored.attempt() == recipe.attempt() && stored.status() == recipe.status();
    let load = || async { store.get(id).await?.ok_or(AppError::Superseded) };
    match remedy {
        Remedy::Wait => {}
        Remedy::Start(workflow) => {
            workflows.start(workflow, &recipe.job()).await?;
            report.restarted += 1;
        }
        Remedy::StartAgain => {
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
        }
        Remedy::Fail => {
            let edit = |stored: &mut Recipe| {
                if unchanged(stored) {
                    stored.fail(Failure::from(ErrorCode::Interrupted))?;
                }
                Ok(())
            };
            update(store, now, load, edit).await?;
            report.failed += 1;
        }
        Remedy::GiveUpNutrition => {
            let edit = |stored: &mut Recipe| {
                if unchanged(stored) && stored.nutrition_status == NutritionStatus::Pending {
                    stored.nutrition_status = NutritionStatus::Failed;
                }
                Ok(())
            };
            update(store, now, load, edit).await?;
        }
    }
    Ok(())
}

fn remedy(recipe: &Recipe, execution: Execution, now: Timestamp) -> Remedy {
    let given_up = recipe.updated_at <= now.minus(GIVEN_UP_AFTER);
    match (recipe.status(), execution) {
        (Status::Failed, _) => Remedy::Wait,
        (_, Execution::Running) if !given_up => Remedy::Wait,
        (Status::Pending, Execution::Missing) => Remedy::Start(Workflow::importing(recipe)),
        (Status::Pending, _) if recipe.attempt().0 >= ATTEMPT_LIMIT => Remedy::Fail,
        (Status::Pending, _) => Remedy::StartAgain,
        (Status::Success, Execution::Missing) => Remedy::Start(Workflow::PostProcessing),
        (Status::Success, _) => Remedy::GiveUpNutrition,
    }
}
