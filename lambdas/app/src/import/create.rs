//! What begins an import: the API's side.

use recipe::Language;
use serde::Deserialize;

use crate::addresses::guard::Guard;
use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::RecipeId;
use crate::import::address::{check_address, check_sent_address};
use crate::model::{Charge, Recipe, Source, Status, UploadSource};
use crate::owners::present_generation;
use crate::recipe_store::RecipeStore;
use crate::refusal::Refusal;
use crate::timestamp::Timestamp;
use crate::upload::{SubmissionId, Upload, UploadKind};
use crate::uploads::form::identity_of;
use crate::workflows::{Workflows, start_import};
use crate::writes::{create_once, try_again};

/// What a client sends to have something imported: an address, alone or with the page there as its browser shows it, pictures or
/// a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CreateRecipe {
    /// Made by the client, from a good random source.
    pub id: String,
    /// Address of the page, http(s) and public; otherwise [`AppError::RefusedAddress`].
    #[serde(default)]
    pub url: Option<String>,
    /// Which recipe of a page at `url` that holds several, by its title: at most [`PART_LIMIT`] characters.
    #[serde(default)]
    pub part: Option<String>,
    /// A submission of pictures of the caller's own.
    #[serde(rename = "pictureSubmissionUUID", default)]
    pub picture_submission: Option<String>,
    /// A submission of a file of the caller's own.
    #[serde(rename = "fileSubmissionUUID", default)]
    pub file_submission: Option<String>,
    /// A submission of the caller's own: the page at `url`, which then is not fetched.
    #[serde(rename = "pageSubmissionUUID", default)]
    pub page_submission: Option<String>,
    /// The language that the person uses, kept for a source that does not tell its own.
    pub language: Option<Language>,
}

/// Characters of a part's title: as many as the page's other recipes are named with.
pub const PART_LIMIT: usize = 200;

/// As what an import was admitted. Nothing is of what was admitted before: the recipe that is stored knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admitted {
    /// The member's credit that is held for it; `None` where it costs none.
    pub charge: Option<Charge>,
    /// Whether an upload is to be read as nothing but plain text, and is free.
    pub is_plain_text: bool,
}

impl CreateRecipe {
    /// The import of an address.
    #[must_use]
    pub fn of_address(id: String, url: String, language: Option<Language>) -> Self {
        Self {
            id,
            url: Some(url),
            part: None,
            picture_submission: None,
            file_submission: None,
            page_submission: None,
            language,
        }
    }

    /// The import of an upload; of a page, `url` is to be set.
    #[must_use]
    pub fn of_upload(id: String, kind: UploadKind, submission: String, language: Option<Language>) -> Self {
        let mut input = Self {
            id,
            url: None,
            part: None,
            picture_submission: None,
            file_submission: None,
            page_submission: None,
            language,
        };
        let named = match kind {
            UploadKind::Picture => &mut input.picture_submission,
            UploadKind::File => &mut input.file_submission,
            UploadKind::Page => &mut input.page_submission,
        };
        *named = Some(submission);
        input
    }

    /// The submission that is named, if it is exactly one.
    #[must_use]
    pub fn submission(&self) -> Option<(UploadKind, &str)> {
        match (&self.picture_submission, &self.file_submission, &self.page_submission) {
            (Some(submission), None, None) => Some((UploadKind::Picture, submission)),
            (None, Some(submission), None) => Some((UploadKind::File, submission)),
            (None, None, Some(submission)) => Some((UploadKind::Page, submission)),
            _ => None,
        }
    }
}

/// Takes an address or an upload as it was admitted: stores the recipe as PENDING, with the credit that was held for it, and
/// starts its import. Sending the same again is harmless.
///
/// # Errors
/// [`AppError::RefusedAddress`] and [`AppError::InvalidInput`] before anything is stored;
/// [`AppError::Unauthorized`] for an id that someone else, or another address, has taken.
pub async fn create(
    store: &impl RecipeStore,
    workflows: &impl Workflows,
    guard: &Guard,
    caller: &Caller,
    input: CreateRecipe,
    admitted: Admitted,
    now: Timestamp,
) -> Result<Recipe, AppError> {
    let owner = caller.may_keep_recipes()?;
    let id = RecipeId::parse(&input.id)?;
    let names = caller.names();
    let source = |upload| UploadSource::submitted(upload, admitted.is_plain_text);
    let submissions = [&input.picture_submission, &input.file_submission, &input.page_submission];
    let mut submitted = match (&input.url, input.submission()) {
        (Some(url), None) if !submissions.into_iter().any(Option::is_some) => {
            let url = check_address(guard, url)?;
            let part = input.part.as_deref().map(check_part).transpose()?;
            Recipe {
                source: Source::Address { part },
                ..Recipe::submitted(id, owner, names, url.into(), input.language, now)
            }
        }
        _ if input.part.is_some() => return Err(AppError::InvalidInput(Refusal::PartAlone)),
        (Some(url), Some((UploadKind::Page, submission))) => {
            let url = check_sent_address(url)?;
            let upload = own_upload(store, caller, UploadKind::Page, submission).await?;
            Recipe {
                url: Some(url.into()),
                ..Recipe::uploaded(id, owner, names, source(upload), input.language, now)
            }
        }
        (None, Some((kind @ (UploadKind::Picture | UploadKind::File), submission))) => {
            let upload = own_upload(store, caller, kind, submission).await?;
            Recipe::uploaded(id, owner, names, source(upload), input.language, now)
        }
        _ => {
            return Err(AppError::InvalidInput(Refusal::OneSource));
        }
    };

    if let Some(charge) = admitted.charge {
        submitted.bear(charge)?;
    }
    submitted.generation = present_generation(store, &submitted.owner).await?;
    let recipe = create_once(store, submitted, |stored, new| {
        caller.owns(stored) && stored.source.is_same_request(&new.source) && stored.url == new.url
    })
    .await
    .map_err(try_again)?;
    if recipe.status() == Status::Pending {
        start_import(workflows, &recipe).await?;
    }
    Ok(recipe)
}

fn check_part(part: &str) -> Result<String, AppError> {
    let part = part.trim();
    if part.is_empty() || part.contains('\0') || part.chars().count() > PART_LIMIT {
        return Err(AppError::InvalidInput(Refusal::LongPart));
    }
    Ok(part.to_owned())
}

/// The upload that a caller names: one of their own, whatever they name.
pub(crate) async fn own_upload(
    store: &impl RecipeStore,
    caller: &Caller,
    kind: UploadKind,
    submission: &str,
) -> Result<Upload, AppError> {
    let identity = identity_of(caller)?;
    let submission =
        SubmissionId::parse(submission).map_err(|_| AppError::InvalidInput(Refusal::MalformedSubmission))?;
    let folder = store.seed(&identity).await?.folder()?;
    Ok(Upload { kind, submission, identity, folder })
}
