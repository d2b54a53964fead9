//! Optimistic, idempotent writes of recipes.

use crate::error::{AppError, WriteError};
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use zest_core::{PortError, Timestamp};

const TRIES: usize = 6;

#[derive(Debug)]
pub(crate) enum Refusal {
    Conflict,
    Final(AppError),
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Conflict => Self::Conflict,
            WriteError::Ended => Self::Final(AppError::Superseded),
            WriteError::Port(error) => Self::Final(error.into()),
        }
    }
}

impl From<PortError> for Refusal {
    fn from(error: PortError) -> Self {
        Self::Final(error.into())
    }
}

impl From<AppError> for Refusal {
    fn from(error: AppError) -> Self {
        Self::Final(error)
    }
}

/// Repeats a write after a conflict; [`AppError::Busy`] after [`TRIES`] conflicts.
pub(crate) async fn retry_on_conflict<Outcome, Trying>(
    write: impl Fn() -> Trying + Send,
) -> Result<Outcome, AppError>
where
    Outcome: Send,
    Trying: Future<Output = Result<Outcome, Refusal>> + Send,
{
    for _ in 0..TRIES {
        match write().await {
            Ok(outcome) => return Ok(outcome),
            Err(Refusal::Conflict) => {}
            Err(Refusal::Final(error)) => return Err(error),
        }
    }
    Err(AppError::Busy)
}

/// Edits a stored recipe; writes nothing if the edit has no effect.
pub(crate) async fn update<Loading>(
    store: &impl RecipeStore,
    now: Timestamp,
    load: impl Fn() -> Loading + Send + Sync,
    edit: impl Fn(&mut Recipe) -> Result<(), AppError> + Send + Sync,
) -> Result<Recipe, AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    retry_on_conflict(|| async {
        let before = load().await?;
        let mut after = before.clone();
        edit(&mut after)?;
        if after != before {
            after.version = before.version + 1;
            after.updated_at = now.max(before.updated_at);
            store.replace(&after, before.version).await?;
        }
        Ok(after)
    })
    .await
}

/// Stores a new recipe, or returns the one that the same request has stored.
///
/// # Errors
/// [`AppError::Unauthorized`] if the id is taken, to hide that it exists; [`AppError::Superseded`] after a
/// deletion.
pub(crate) async fn create_once(
    store: &impl RecipeStore,
    new: Recipe,
    is_same: impl Fn(&Recipe, &Recipe) -> bool + Send,
) -> Result<Recipe, AppError> {
    match store.create(&new).await {
        Ok(()) => Ok(new),
        Err(WriteError::Conflict) => {
            let stored = store.get(&new.id).await?.ok_or(AppError::Busy)?;
            if is_same(&stored, &new) { Ok(stored) } else { Err(AppError::Unauthorized) }
        }
        Err(WriteError::Ended) => Err(AppError::Superseded),
        Err(WriteError::Port(error)) => Err(error.into()),
    }
}

/// Maps a concurrent deletion of all recipes to [`AppError::Busy`]: a retry runs after the deletion.
#[must_use]
pub(crate) fn busy_if_superseded(error: AppError) -> AppError {
    if error == AppError::Superseded { AppError::Busy } else { error }
}
