use std::future::Future;

use serde::Deserialize;

use crate::book::change::{change_own, load_own};
use crate::caller::Caller;
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::media::{DISH_PICTURE_TYPE, MediaStore, PhotoReducer, delete_picture, store_picture};
use crate::model::{Field, Recipe, Status};
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::upload::{Upload, UploadKind, Uploaded};
use crate::uploads::form::parse_submission;
use crate::uploads::removal::remove_unused;
use crate::uploads::store::UploadStore;
use crate::view::RecipeView;
use zest_core::{RecipeId, Timestamp};

/// Port that converts uploaded images.
pub trait PhotoConverter: Send + Sync {
    /// Returns an upright JPEG without metadata, at most 1,600 pixels wide and high.
    fn paint(&self, file: Uploaded) -> impl Future<Output = Result<Vec<u8>, ErrorCode>> + Send;
}

/// Ports and settings of [`set_picture`].
#[derive(Debug)]
pub struct PicturePorts<'a, Recipes, Uploads, Media, Painter, Counts> {
    /// Recipes, in which the photo is set.
    pub recipes: &'a Recipes,
    /// Uploads, among them the new photo.
    pub uploads: &'a Uploads,
    /// Media store.
    pub media: &'a Media,
    /// Image converter.
    pub painter: &'a Painter,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys that hash counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Input of [`set_picture`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SetPicture {
    /// Recipe id.
    pub id: String,
    /// Submission id of the caller's photo; `None` deletes the recipe's photo.
    #[serde(rename = "pictureSubmissionUUID")]
    pub submission: Option<String>,
}

/// Sets or deletes the photo; later imports keep it. Deletes the previous photo, and the upload unless a
/// recipe uses it.
///
/// # Errors
/// [`AppError::Unauthorized`] unless the caller owns the recipe; [`AppError::InvalidInput`] while PENDING;
/// [`AppError::LimitReached`]; [`AppError::ImportFailed`] if the upload is unusable.
pub async fn set_picture(
    ports: &PicturePorts<
        '_,
        impl RecipeStore,
        impl UploadStore,
        impl MediaStore,
        impl PhotoConverter + PhotoReducer,
        impl Counters,
    >,
    caller: &Caller,
    input: &SetPicture,
    now: Timestamp,
) -> Result<RecipeView, AppError> {
    let id = RecipeId::parse(&input.id)?;
    let before = load_own(ports.recipes, caller, &id).await?;
    check(&before)?;
    let upload = match &input.submission {
        Some(submission) => Some(upload_of(ports.recipes, caller, submission).await?),
        None => None,
    };
    let key = match &upload {
        Some(upload) => Some(keep(ports, caller, &id, upload, now).await?),
        None => None,
    };
    let written = change_own(ports.recipes, caller, &input.id, now, |recipe| {
        check(recipe)?;
        if recipe.image_url != key || upload.is_some() {
            recipe.edited.insert(Field::Picture);
        }
        recipe.image_url.clone_from(&key);
        Ok(())
    })
    .await;
    if written.is_err() && ports.recipes.get(&id).await?.is_none() {
        ports.media.delete_all_of(&id).await?;
    }
    let recipe = written?;
    if let Some(old) = before.image_url.filter(|old| recipe.image_url.as_ref() != Some(old)) {
        delete_picture(ports.media, &old).await?;
    }
    if let Some(upload) = &upload {
        remove_unused(ports.recipes, ports.uploads, upload).await?;
    }
    Ok(RecipeView::for_owner(recipe))
}

fn check(recipe: &Recipe) -> Result<(), AppError> {
    match recipe.status() {
        Status::Pending => Err(AppError::InvalidInput(Refusal::StillImporting)),
        Status::Success | Status::Failed => Ok(()),
    }
}

async fn upload_of(store: &impl RecipeStore, caller: &Caller, submission: &str) -> Result<Upload, AppError> {
    let Caller::Bearer { identity, .. } = caller else { return Err(AppError::Unauthorized) };
    let submission = parse_submission(submission)?;
    let folder = store.seed(identity).await?.folder()?;
    Ok(Upload { kind: UploadKind::Picture, submission, identity: identity.clone(), folder })
}

async fn keep(
    ports: &PicturePorts<
        '_,
        impl RecipeStore,
        impl UploadStore,
        impl MediaStore,
        impl PhotoConverter + PhotoReducer,
        impl Counters,
    >,
    caller: &Caller,
    id: &RecipeId,
    upload: &Upload,
    now: Timestamp,
) -> Result<String, AppError> {
    let file = ports.uploads.load(upload).await?.into_iter().next();
    let file = file.ok_or(AppError::ImportFailed(ErrorCode::UploadMissing))?;
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::OwnPicture, caller, ports.source, now).await?;
    }
    let picture = ports.painter.paint(file).await.map_err(AppError::ImportFailed)?;
    Ok(store_picture(ports.media, ports.painter, id, DISH_PICTURE_TYPE, picture).await?)
}
