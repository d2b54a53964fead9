use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::model::Status;
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::upload::{Folder, SubmissionId, Upload, UploadKind};
use crate::uploads::form::parse_submission;
use crate::uploads::store::UploadStore;

const PAGE: u32 = 25;

/// Deletes the caller's upload. Idempotent.
///
/// # Errors
/// [`AppError::Unauthorized`] without an owner token; [`AppError::InvalidInput`] if a recipe that has not
/// failed uses it.
pub async fn delete(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    caller: &Caller,
    submission: &str,
) -> Result<SubmissionId, AppError> {
    let Caller::Bearer { identity, .. } = caller else {
        return Err(AppError::Unauthorized);
    };
    let submission = parse_submission(submission)?;
    let keyed = store.seed(identity).await?.folder()?;
    let folders = [keyed, Folder::Identity];
    for (kind, folder) in folders.iter().flat_map(|folder| UploadKind::ALL.map(|kind| (kind, folder.clone())))
    {
        let upload = Upload { kind, submission: submission.clone(), identity: identity.clone(), folder };
        if is_needed(store, &upload).await? {
            return Err(AppError::InvalidInput(Refusal::UploadIsRecipe));
        }
        uploads.delete(&upload).await?;
    }
    Ok(submission)
}

async fn is_needed(store: &impl RecipeStore, upload: &Upload) -> Result<bool, AppError> {
    let mut page = store.recipes_of(upload, None, PAGE).await?;
    while let Some(last) = page.last().cloned() {
        for id in &page {
            if store.get(id).await?.is_some_and(|recipe| recipe.status() != Status::Failed) {
                return Ok(true);
            }
        }
        page = store.recipes_of(upload, Some(&last), PAGE).await?;
    }
    Ok(false)
}

pub(crate) async fn remove_all(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    identity: &OwnerId,
) -> Result<(), AppError> {
    for folder in [store.seed(identity).await?.folder()?, Folder::Identity] {
        uploads.delete_all_of(identity, &folder).await?;
    }
    Ok(())
}

/// Deletes an upload if no recipe uses it.
pub async fn remove_unused(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    upload: &Upload,
) -> Result<(), AppError> {
    if store.recipes_of(upload, None, 1).await?.is_empty() {
        uploads.delete(upload).await?;
    }
    Ok(())
}
