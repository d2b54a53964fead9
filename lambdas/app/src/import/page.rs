//! A page: fetched in one state, read in the next.

use extract::{Page, Verdict};
use recipe::Content;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::fetching::{Fetcher, Wanted};
use crate::ids::Job;
use crate::import::{EXTRACTION, PAGE, change, current, lost};
use crate::ports::{RecipeStore, Workbench};
use crate::stored::{Stage, fits};
use crate::timestamp::Timestamp;

/// The state FETCHING: brings the page to the workbench.
///
/// # Errors
/// [`AppError::ImportFailed`] or [`AppError::ImportFailedForNow`] with the reason.
pub async fn fetch_page(
    store: &impl RecipeStore,
    fetcher: &impl Fetcher,
    workbench: &impl Workbench,
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
    workbench.put(job, PAGE, page.to_bytes(&fetched.body)?).await?;
    Ok(())
}

/// Reads the fetched page, leaves what it says on the workbench and shows the title.
pub(super) async fn read_page(
    store: &impl RecipeStore,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let notes = current(store, job).await?.notes;
    let bytes = workbench.get(job, PAGE).await?.ok_or_else(|| lost(PAGE))?;
    let (page, body) = StoredPage::from_bytes(&bytes)?;
    let mut extraction =
        extract::read(&Page { url: page.url, content_type: page.content_type, bytes: body.to_vec() });
    match extraction.verdict {
        Verdict::Recipe => {}
        Verdict::NotAPage { .. } => return Err(AppError::ImportFailed(ErrorCode::NotAPage)),
        Verdict::Challenge => return Err(AppError::ImportFailed(ErrorCode::SiteBlocked)),
        Verdict::NoRecipe | Verdict::Empty => return Err(AppError::ImportFailed(ErrorCode::NotARecipe)),
    }
    if !fits(&mut extraction.content, notes.as_deref()) {
        return Err(AppError::ImportFailed(ErrorCode::TooLarge));
    }
    let json = serde_json::to_vec(&extraction).map_err(|error| AppError::Internal(error.to_string()))?;
    workbench.put(job, EXTRACTION, json).await?;
    change(store, job, now, |recipe| {
        recipe.stage = Some(Stage::Checking);
        let (title, language) = (extraction.content.title.clone(), extraction.content.language);
        recipe.take_in(Content { title, language, ..recipe.content.clone() });
    })
    .await?;
    Ok(())
}

/// A page on the workbench: one line of JSON, then the body as fetched.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPage {
    url: Url,
    content_type: Option<String>,
}

impl StoredPage {
    fn to_bytes(&self, body: &[u8]) -> Result<Vec<u8>, AppError> {
        let mut bytes = serde_json::to_vec(self).map_err(|error| AppError::Internal(error.to_string()))?;
        bytes.push(b'\n');
        bytes.extend_from_slice(body);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<(Self, &[u8]), AppError> {
        let end = bytes
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or_else(|| AppError::Internal("the page has no head".into()))?;
        let head =
            serde_json::from_slice(&bytes[..end]).map_err(|error| AppError::Internal(error.to_string()))?;
        Ok((head, &bytes[end + 1..]))
    }
}
