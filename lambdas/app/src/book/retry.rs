//! A failed import, once more.

use crate::book::change::{change_own, load_own};
use crate::caller::Caller;
use crate::error::AppError;
use crate::holds::{self, Credits};
use crate::ids::RecipeId;
use crate::job::{Attempt, Job};
use crate::model::{Charge, CreditState, Recipe, Stage, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;
use crate::view::RecipeView;
use crate::workflows::{Workflows, start_import};

/// Starts a FAILED import once more; one that is not FAILED stays as it is. What has cost a member a credit costs another,
/// unless recipes came of it before.
///
/// # Errors
/// [`AppError::NoCredits`] before anything is changed;
/// [`AppError::Unauthorized`] unless the caller proves to own it; [`AppError::InvalidInput`] where its address was
/// taken out, and it has no upload.
pub async fn retry(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    credits: Option<&impl Credits>,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let paid = pay(store, credits, caller, id, now).await?;
    let recipe = change_own(store, caller, id, now, |recipe| {
        if recipe.status() != Status::Failed {
            return Ok(());
        }
        if recipe.url.is_none() && recipe.source.first_stage() == Stage::Fetching {
            return Err(AppError::InvalidInput(Refusal::NoAddress));
        }
        recipe.restart()?;
        if let Some((attempt, charge)) = &paid {
            // Somebody else has tried it meanwhile, and it has failed again: the credit is of that try.
            if recipe.attempt() != *attempt {
                return Err(AppError::Busy);
            }
            recipe.bear(charge.clone())?;
        }
        Ok(())
    })
    .await?;
    if recipe.status() == Status::Pending {
        start_import(workflows, &recipe).await?;
    }
    Ok(RecipeView::for_owner(recipe))
}

/// Holds the credit that the next try costs.
async fn pay(
    store: &impl RecipeStore,
    credits: Option<&impl Credits>,
    caller: &Caller,
    id: &str,
    now: Timestamp,
) -> Result<Option<(Attempt, Charge)>, AppError> {
    let (Some(ledger), Some(member)) = (credits, caller.member()) else { return Ok(None) };
    let recipe = load_own(store, caller, &RecipeId::parse(id)?).await?;
    if !costs(&recipe) {
        return Ok(None);
    }
    let job = Job { attempt: recipe.attempt().next(), id: recipe.id };
    let charge = holds::hold(ledger, member, &job, now).await?;
    Ok(Some((job.attempt, charge)))
}

fn costs(recipe: &Recipe) -> bool {
    recipe.status() == Status::Failed
        && !recipe.source.is_free()
        && recipe.credit() != Some(CreditState::Used)
}
