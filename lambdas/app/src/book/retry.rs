//! A failed import, once more, by our readers alone or with the assistant behind them.

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

/// Who reads when an import is tried once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryBy {
    /// Our readers alone: what has cost a member a credit costs another.
    Readers,
    /// Our readers, and the assistant where they find no recipe: a credit in any case.
    Assistant,
}

/// Whether the assistant may be asked to read an import of the caller's, before anything is counted or held for it: `false` where there
/// is nothing to be tried again, so that the same request, sent twice, counts once.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller proves to own it; [`AppError::InvalidInput`] where it failed for another reason than
/// that no recipe was found.
pub async fn is_for_assistant(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<bool, AppError> {
    let recipe = load_own(store, caller, &RecipeId::parse(id)?).await?;
    if recipe.status() != Status::Failed {
        return Ok(false);
    }
    may_be_assisted(&recipe).map(|()| true)
}

/// Starts a FAILED import once more; one that is not FAILED stays as it is. What has cost a member a credit costs another,
/// unless recipes came of it before; what the assistant may read costs one in any case.
///
/// # Errors
/// [`AppError::NoCredits`] before anything is changed;
/// [`AppError::Unauthorized`] unless the caller proves to own it; [`AppError::InvalidInput`] where its address was
/// taken out, and it has no upload, or where the assistant is wanted for what failed for another reason than that no recipe was found.
pub async fn retry(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    credits: Option<&impl Credits>,
    caller: &Caller,
    id: &str,
    by: RetryBy,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let paid = pay(store, credits, caller, id, by, now).await?;
    let recipe = change_own(store, caller, id, now, |recipe| {
        if recipe.status() != Status::Failed {
            return Ok(());
        }
        if by == RetryBy::Assistant {
            may_be_assisted(recipe)?;
        }
        if recipe.url.is_none() && recipe.source.first_stage() == Stage::Fetching {
            return Err(AppError::InvalidInput(Refusal::NoAddress));
        }
        recipe.restart()?;
        if by == RetryBy::Assistant {
            recipe.ask_assistant()?;
        }
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

fn may_be_assisted(recipe: &Recipe) -> Result<(), AppError> {
    let is_for_assistant = recipe.failure().is_some_and(|failure| failure.code.is_for_assistant());
    if is_for_assistant { Ok(()) } else { Err(AppError::InvalidInput(Refusal::NotForAssistant)) }
}

/// Holds the credit that the next try costs.
async fn pay(
    store: &impl RecipeStore,
    credits: Option<&impl Credits>,
    caller: &Caller,
    id: &str,
    by: RetryBy,
    now: Timestamp,
) -> Result<Option<(Attempt, Charge)>, AppError> {
    let (Some(ledger), Some(member)) = (credits, caller.member()) else { return Ok(None) };
    let recipe = load_own(store, caller, &RecipeId::parse(id)?).await?;
    // What a credit was used for before costs no second one.
    if recipe.status() != Status::Failed || recipe.credit() == Some(CreditState::Used) {
        return Ok(None);
    }
    let job = Job { attempt: recipe.attempt().next(), id: recipe.id.clone() };
    let charge = match by {
        RetryBy::Assistant => {
            may_be_assisted(&recipe)?;
            holds::hold_for_assistant(ledger, member, &job, now).await?
        }
        RetryBy::Readers if !recipe.source.is_free() => holds::hold(ledger, member, &job, now).await?,
        RetryBy::Readers => return Ok(None),
    };
    Ok(Some((job.attempt, charge)))
}
