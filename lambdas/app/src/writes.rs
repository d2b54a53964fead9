//! How recipes are written: on the condition that nobody has written in between, and once however often it is asked for.

use crate::error::{AppError, PortError, WriteError};
use crate::model::Recipe;
use crate::recipe_store::RecipeStore;
use crate::timestamp::Timestamp;

/// How often a write is tried when somebody else was faster each time.
const TRIES: usize = 6;

/// Why one try of a write has come to nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Somebody else has written in between: the next try may succeed.
    Conflict,
    /// Another try would end alike.
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

/// Tries a write again, from its reading on, until nobody else was faster.
///
/// # Errors
/// [`AppError::Busy`] when somebody was faster each time, so that the caller's own retry backs off.
pub(crate) async fn until_first<Outcome, Trying>(
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

/// Loads a recipe, edits it and replaces what was loaded. The answer is the recipe as it is stored then; an edit that
/// changes nothing is not written.
///
/// # Errors
/// As loading, the edit and the store have them.
pub(crate) async fn update<Loading>(
    store: &impl RecipeStore,
    now: Timestamp,
    load: impl Fn() -> Loading + Send + Sync,
    edit: impl Fn(&mut Recipe) -> Result<(), AppError> + Send + Sync,
) -> Result<Recipe, AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    until_first(|| async {
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

/// Stores a new recipe, or answers the one that the very same request has stored before; `is_same` tells whether it was.
///
/// # Errors
/// [`AppError::Unauthorized`] where another recipe has the id: whether it exists is told to nobody else.
/// [`AppError::Superseded`] where its owner has deleted all since it was begun.
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

/// What a person is told whose new recipe has met a deletion of all their recipes: the next try comes after it.
#[must_use]
pub(crate) fn try_again(error: AppError) -> AppError {
    if error == AppError::Superseded { AppError::Busy } else { error }
}
