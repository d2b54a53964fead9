use crate::book::change::{change_own, load_own};
use crate::caller::Caller;
use crate::error::AppError;
use crate::holds::{self, Credits};
use crate::job::{Attempt, Job};
use crate::model::{Charge, CreditState, Recipe, Stage, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::view::RecipeView;
use crate::workflows::{Workflows, start_import};
use zest_core::{RecipeId, Timestamp};

/// What extracts the recipe when an import is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryBy {
    /// Only the readers of `extract`; costs a credit unless the source is free or one was used.
    Readers,
    /// The readers, then the assistant if they find no recipe; costs a credit unless one was used.
    Assistant,
}

/// Whether the assistant may retry this import. `false` unless FAILED, so that a repeated request counts only
/// once.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller owns it; [`AppError::InvalidInput`] if it failed for another
/// reason than a missing recipe.
pub async fn is_for_assistant(store: &impl RecipeStore, caller: &Caller, id: &str) -> Result<bool, AppError> {
    let recipe = load_own(store, caller, &RecipeId::parse(id)?).await?;
    if recipe.status() != Status::Failed {
        return Ok(false);
    }
    may_be_assisted(&recipe).map(|()| true)
}

/// Restarts a FAILED import; other recipes stay unchanged. Holds a member's credit, unless the source is free or
/// already paid for. With the assistant, free sources need a credit too.
///
/// # Errors
/// [`AppError::NoCredits`]; [`AppError::Unauthorized`] unless the caller owns it; [`AppError::InvalidInput`]
/// without a source, or as for [`is_for_assistant`].
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
            // A concurrent retry has failed in the meantime; the credit belongs to that attempt.
            if recipe.attempt() != *attempt {
                return Err(AppError::Busy);
            }
            recipe.attach_charge(charge.clone())?;
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
    // A used credit also pays for later attempts.
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
