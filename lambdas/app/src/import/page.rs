//! Stores and reads pages that were fetched or sent.

use extract::{Extraction, Page, Verdict};
use recipe::Content;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::artifacts::{Artifacts, PAGE, lost};
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::fetching::{Fetcher, Wanted};
use crate::frames::{Frames, write_frame, write_json};
use crate::import::attempt::{change, current};
use crate::import::extraction::put_extraction;
use crate::job::Job;
use crate::model::{Stage, fits};
use crate::recipe_store::RecipeStore;
use crate::upload::PAGE_LIMIT;
use zest_core::Timestamp;

/// Workflow state FETCHING: fetches the page.
pub async fn fetch_page(
    store: &impl RecipeStore,
    fetcher: &impl Fetcher,
    artifacts: &impl Artifacts,
    job: &Job,
) -> Result<(), AppError> {
    let recipe = current(store, job).await?;
    let url = recipe.url.as_deref().ok_or(AppError::ImportFailed(ErrorCode::InvalidUrl))?;
    let fetched = fetcher.fetch(url, Wanted::Page).await.map_err(|error| {
        if error.is_transient() {
            AppError::ImportFailedForNow(error.into())
        } else {
            AppError::ImportFailed(error.into())
        }
    })?;
    let page = StoredPage { url: fetched.url, content_type: fetched.content_type };
    artifacts.put(job, PAGE, page.to_bytes(&fetched.body)?).await?;
    Ok(())
}

pub(super) async fn keep_sent_page(
    artifacts: &impl Artifacts,
    job: &Job,
    url: &str,
    body: &[u8],
) -> Result<(), AppError> {
    if u64::try_from(body.len()).is_ok_and(|length| length > PAGE_LIMIT) {
        return Err(AppError::ImportFailed(ErrorCode::TooLarge));
    }
    let url = Url::parse(url).map_err(|_| AppError::ImportFailed(ErrorCode::InvalidUrl))?;
    // The browser has already decoded the page, so its declared encoding must be ignored.
    let page = StoredPage { url, content_type: Some("text/html; charset=utf-8".to_owned()) };
    artifacts.put(job, PAGE, page.to_bytes(body)?).await?;
    Ok(())
}

pub(super) async fn load_page(artifacts: &impl Artifacts, job: &Job) -> Result<Page, AppError> {
    let bytes = artifacts.get(job, PAGE).await?.ok_or_else(|| lost(PAGE))?;
    let (page, body) = StoredPage::from_bytes(&bytes)?;
    Ok(Page { url: page.url, content_type: page.content_type, bytes: body.to_vec() })
}

pub(super) async fn read_page(
    store: &impl RecipeStore,
    artifacts: &impl Artifacts,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = current(store, job).await?;
    let page = load_page(artifacts, job).await?;
    let extraction = recipe_on(&page, recipe.source.part(), recipe.notes.as_deref())?;
    put_extraction(artifacts, job, &extraction).await?;
    change(store, job, now, |recipe| {
        recipe.advance(Stage::Checking)?;
        let (title, language) = (extraction.content.title.clone(), extraction.content.language);
        recipe.apply_imported_content(Content { title, language, ..recipe.content.clone() });
        Ok(())
    })
    .await?;
    Ok(())
}

/// The main recipe or `part`, if recipe and notes do not exceed the size limit.
pub(crate) fn recipe_on(
    page: &Page,
    part: Option<&str>,
    notes: Option<&str>,
) -> Result<Extraction, AppError> {
    let mut extraction = match part {
        Some(part) => extract::read_part(page, part),
        None => extract::read(page),
    };
    match extraction.verdict {
        Verdict::Recipe => {}
        Verdict::NotAPage { .. } => return Err(AppError::ImportFailed(ErrorCode::NotAPage)),
        Verdict::Challenge => return Err(AppError::ImportFailed(ErrorCode::SiteBlocked)),
        Verdict::VideoWithoutRecipe if part.is_none() => {
            return Err(AppError::ImportFailed(ErrorCode::NoRecipeInVideo));
        }
        Verdict::NoRecipe | Verdict::VideoWithoutRecipe | Verdict::Empty => {
            let reason = if part.is_some() { ErrorCode::PartMissing } else { ErrorCode::NotARecipe };
            return Err(AppError::ImportFailed(reason));
        }
    }
    if fits(&mut extraction.content, notes) {
        Ok(extraction)
    } else {
        Err(AppError::ImportFailed(ErrorCode::TooLarge))
    }
}

/// First frame of a stored page; the body is the second one.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPage {
    url: Url,
    content_type: Option<String>,
}

impl StoredPage {
    fn to_bytes(&self, body: &[u8]) -> Result<Vec<u8>, AppError> {
        let broken = |error: std::io::Error| AppError::Internal(error.to_string());
        let mut bytes = Vec::new();
        write_json(&mut bytes, self).map_err(broken)?;
        write_frame(&mut bytes, body).map_err(broken)?;
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<(Self, &[u8]), AppError> {
        let mut frames = Frames::new(bytes);
        let (Some(head), Some(body)) = (frames.next(), frames.next()) else {
            return Err(AppError::Internal("the page is cut off".to_owned()));
        };
        let head = serde_json::from_slice(head).map_err(|error| AppError::internal(&error))?;
        Ok((head, body))
    }
}
