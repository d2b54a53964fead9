//! The way from an address or an upload to a recipe: `create` on the API's side, then one function a state of
//! recipe-processing: `fetch_page` or `read_upload`, `extract_recipe`, `finish`, and `fail` when one of them gives up.
//!
//! Every step may run twice: what it leaves is the same, and the work of an attempt that is no longer the
//! current one changes nothing ([`AppError::Superseded`]).

mod bench;
mod entries;
mod page;
mod siblings;
mod summary;
mod upload;

pub use entries::Slice;
pub use page::fetch_page;
pub use summary::{ImportProblem, ImportSummary, PROBLEMS_LIMIT};
pub use upload::{Reader, read_upload};

use extract::{Code, Extraction, Severity};
use recipe::{Content, Language};
use serde::Deserialize;
use url::Url;

use crate::addresses::Guard;
use crate::caller::Caller;
use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::ids::{Job, RecipeId};
use crate::ports::{
    MediaStore, PortError, RecipeStore, UploadStore, Workbench, Workflow, Workflows, WriteError,
};
use crate::reading::UploadKind;
use crate::stored::{NutritionStatus, RAW_LIMIT_BYTES, Recipe, Stage, Status};
use crate::timestamp::Timestamp;
use crate::uploads::{SubmissionId, Upload};

/// The fetched page, on the workbench.
pub const PAGE: &str = "page";
/// What was read from it, on the workbench.
pub const EXTRACTION: &str = "extraction.json";

/// Longest address that is taken, in bytes.
pub const URL_LIMIT: usize = 2_000;

/// How often a write is tried again when somebody else was faster.
const WRITE_TRIES: usize = 6;

/// What a client sends to have an address or an upload imported: exactly one of the three.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CreateRecipe {
    /// Made by the client, from a good random source.
    pub id: String,
    /// The page's address.
    #[serde(default)]
    pub url: Option<String>,
    /// A submission of pictures of the caller's own.
    #[serde(rename = "pictureSubmissionUUID", default)]
    pub picture_submission: Option<String>,
    /// A submission of a file of the caller's own.
    #[serde(rename = "fileSubmissionUUID", default)]
    pub file_submission: Option<String>,
    /// Of the person.
    pub language: Option<Language>,
}

impl CreateRecipe {
    /// The import of an address.
    #[must_use]
    pub fn of_address(id: String, url: String, language: Option<Language>) -> Self {
        Self { id, url: Some(url), picture_submission: None, file_submission: None, language }
    }

    /// The import of an upload.
    #[must_use]
    pub fn of_upload(id: String, kind: UploadKind, submission: String, language: Option<Language>) -> Self {
        let (picture_submission, file_submission) = match kind {
            UploadKind::Picture => (Some(submission), None),
            UploadKind::File => (None, Some(submission)),
        };
        Self { id, url: None, picture_submission, file_submission, language }
    }
}

/// Takes an address or an upload: stores the recipe as PENDING and starts its import. Sending the same again is harmless.
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
    now: Timestamp,
) -> Result<Recipe, AppError> {
    let owner = caller.may_keep_recipes()?;
    let id = RecipeId::parse(&input.id)
        .map_err(|_| AppError::InvalidInput("id must be 32 lowercase hexadecimal digits"))?;
    let names = caller.names();
    let submitted = match (input.url, input.picture_submission, input.file_submission) {
        (Some(url), None, None) => {
            let url = check_address(guard, &url)?;
            Recipe::submitted(id, owner, names, url.into(), input.language, now)
        }
        (None, Some(submission), None) => {
            let upload = own_upload(caller, UploadKind::Picture, &submission)?;
            Recipe::uploaded(id, owner, names, upload, input.language, now)
        }
        (None, None, Some(submission)) => {
            let upload = own_upload(caller, UploadKind::File, &submission)?;
            Recipe::uploaded(id, owner, names, upload, input.language, now)
        }
        _ => {
            return Err(AppError::InvalidInput(
                "give exactly one of url, pictureSubmissionUUID and fileSubmissionUUID",
            ));
        }
    };

    let recipe = match store.create(&submitted).await {
        Ok(()) => submitted,
        Err(WriteError::Conflict) => {
            let stored = store.get(&submitted.id).await?.ok_or(AppError::Busy)?;
            // Whether the id exists is told only to its owner, and only for the very same request.
            let is_same = stored.origin == submitted.origin
                && stored.url == submitted.url
                && same_submission(stored.upload.as_ref(), submitted.upload.as_ref());
            if !caller.owns(&stored) || !is_same {
                return Err(AppError::Unauthorized);
            }
            stored
        }
        Err(WriteError::Port(error)) => return Err(error.into()),
    };
    if recipe.status == Status::Pending {
        // A start that fails loses nothing: the sweep starts what is PENDING without an execution.
        match workflows.start(recipe.workflow(), &recipe.job()).await {
            Ok(()) | Err(PortError::Busy(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(recipe)
}

/// Reads an address that a person has given.
///
/// # Errors
/// [`AppError::RefusedAddress`] for one that is no public address of a page, or longer than [`URL_LIMIT`].
pub(crate) fn check_address(guard: &Guard, url: &str) -> Result<Url, AppError> {
    if url.len() > URL_LIMIT {
        return Err(AppError::RefusedAddress(ErrorCode::InvalidUrl));
    }
    guard.check(url).map_err(|error| AppError::RefusedAddress(error.into()))
}

/// The upload that a caller names: one of their own, whatever they name.
fn own_upload(caller: &Caller, kind: UploadKind, submission: &str) -> Result<Upload, AppError> {
    let identity = crate::uploads::identity_of(caller)?;
    let submission = SubmissionId::parse(submission)
        .map_err(|_| AppError::InvalidInput("a submission must be a UUID v4 in lowercase"))?;
    Ok(Upload { kind, submission, identity })
}

/// Whether two uploads are one to the person: who has signed in meanwhile may send the same request again, though their
/// identity id is another by now.
fn same_submission(stored: Option<&Upload>, sent: Option<&Upload>) -> bool {
    match (stored, sent) {
        (Some(stored), Some(sent)) => stored.kind == sent.kind && stored.submission == sent.submission,
        (None, None) => true,
        _ => false,
    }
}

/// What the state EXTRACTING reads from.
#[derive(Debug)]
pub struct Reading<'a, Recipes, Media, Bench> {
    /// The recipes.
    pub recipes: &'a Recipes,
    /// Where pictures of the dish go.
    pub media: &'a Media,
    /// Where the page or the reading lies.
    pub workbench: &'a Bench,
}

/// The state EXTRACTING: makes a recipe of what was fetched or read, leaves it on the workbench and shows the title. Where
/// an upload holds many recipes it makes the others as well, until `is_over`; the same call then goes on.
///
/// # Errors
/// [`AppError::ImportFailed`] when there is no recipe to be had.
pub async fn extract_recipe(
    reading: &Reading<'_, impl RecipeStore, impl MediaStore, impl Workbench>,
    job: &Job,
    now: Timestamp,
    is_over: impl Fn() -> bool + Send + Sync,
) -> Result<Slice, AppError> {
    let (store, workbench) = (reading.recipes, reading.workbench);
    let outcome = async {
        change(store, job, now, |recipe| {
            if recipe.stage != Some(Stage::Checking) {
                recipe.stage = Some(Stage::Extracting);
            }
        })
        .await?;
        let recipe = current(store, job).await?;
        match &recipe.upload {
            None => page::read_page(store, workbench, job, now).await.map(|()| Slice::Last),
            Some(_) => entries::read_entries(reading, job, now, is_over).await,
        }
    };
    or_clear(store, workbench, job, outcome.await).await
}

/// The state CHECKING: makes the recipe a SUCCESS and starts post-processing, which fills in the tags, the
/// nutrition and the picture.
///
/// # Errors
/// As the store and the state machines have them.
pub async fn finish(
    store: &impl RecipeStore,
    uploads: &impl UploadStore,
    workbench: &impl Workbench,
    workflows: &impl Workflows,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = or_clear(store, workbench, job, load(store, job).await).await?;
    if recipe.status == Status::Pending {
        // Before the recipe says that it is there: what it was read from is not to be forgotten then.
        if let Some(upload) = &recipe.upload {
            let pages = u16::try_from(recipe.pages.len()).unwrap_or(u16::MAX);
            uploads.keep(upload, pages).await?;
        }
        let extraction = load_extraction(workbench, job).await?;
        let raw = extraction.to_json_within(RAW_LIMIT_BYTES);
        change(store, job, now, |recipe| {
            recipe.status = Status::Success;
            recipe.stage = None;
            recipe.nutrition_status = NutritionStatus::Pending;
            recipe.take_in(kept_content(&extraction, recipe.requested_language));
            recipe.warnings = warnings(&extraction);
            recipe.raw_extraction = Some(raw.clone());
        })
        .await?;
    }
    workflows.start(Workflow::PostProcessing, job).await?;
    Ok(())
}

/// What a recipe keeps of what was read; tags and nutrition come later.
fn kept_content(extraction: &Extraction, requested: Option<Language>) -> Content {
    Content {
        tags: Vec::new(),
        nutrition: recipe::Nutrition::default(),
        // Post-processing reads it from the workbench; an address can be as long as a page likes.
        picture_url: None,
        language: extraction.content.language.or(requested),
        ..extraction.content.clone()
    }
}

/// What was noticed while reading that matters to the cook: each code once, in the order in which it came up.
fn warnings(extraction: &Extraction) -> Vec<Code> {
    let mut codes = Vec::new();
    for code in extraction.diagnostics.iter().map(|noticed| noticed.code) {
        if code.severity() == Severity::Warning && !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

/// Ends the import with the reason for which a state gave up.
///
/// # Errors
/// As the store has them.
pub async fn fail(
    store: &impl RecipeStore,
    job: &Job,
    reason: ErrorCode,
    now: Timestamp,
) -> Result<(), AppError> {
    change(store, job, now, |recipe| recipe.fail(Failure::from(reason))).await
}

/// Takes off the workbench all that a job has left there.
pub(crate) async fn clear(workbench: &impl Workbench, job: &Job) -> Result<(), PortError> {
    bench::clear_reading(workbench, job).await?;
    for name in [PAGE, EXTRACTION] {
        workbench.delete(job, name).await?;
    }
    Ok(())
}

/// Hands on the outcome of a step, and clears the workbench where the recipe was deleted meanwhile: no page of it is
/// to stay behind.
async fn or_clear<Outcome: Send>(
    store: &impl RecipeStore,
    workbench: &impl Workbench,
    job: &Job,
    outcome: Result<Outcome, AppError>,
) -> Result<Outcome, AppError> {
    if matches!(outcome, Err(AppError::Superseded)) && store.get(&job.id).await?.is_none() {
        clear(workbench, job).await?;
    }
    outcome
}

/// What was read from the page, as [`extract_recipe`] left it.
///
/// # Errors
/// [`AppError::Internal`] when it is gone or cannot be read.
pub async fn load_extraction(workbench: &impl Workbench, job: &Job) -> Result<Extraction, AppError> {
    let bytes = workbench.get(job, EXTRACTION).await?.ok_or_else(|| lost(EXTRACTION))?;
    serde_json::from_slice(&bytes).map_err(|error| AppError::Internal(error.to_string()))
}

/// The recipe, if this job is still its current attempt.
async fn load(store: &impl RecipeStore, job: &Job) -> Result<Recipe, AppError> {
    let recipe = store.get(&job.id).await?.ok_or(AppError::Superseded)?;
    if recipe.attempt == job.attempt { Ok(recipe) } else { Err(AppError::Superseded) }
}

/// The recipe, if this job is still its current attempt and not yet over.
async fn current(store: &impl RecipeStore, job: &Job) -> Result<Recipe, AppError> {
    let recipe = load(store, job).await?;
    if recipe.status == Status::Pending { Ok(recipe) } else { Err(AppError::Superseded) }
}

/// Changes a PENDING recipe, again from the start when somebody else wrote in between.
async fn change(
    store: &impl RecipeStore,
    job: &Job,
    now: Timestamp,
    edit: impl Fn(&mut Recipe) + Send,
) -> Result<(), AppError> {
    write(store, now, &edit, || current(store, job)).await
}

/// Loads, edits and writes a recipe until no one else was faster; a change that changes nothing is not written.
pub(crate) async fn write<Loading>(
    store: &impl RecipeStore,
    now: Timestamp,
    edit: &(impl Fn(&mut Recipe) + Send),
    load: impl Fn() -> Loading + Send,
) -> Result<(), AppError>
where
    Loading: Future<Output = Result<Recipe, AppError>> + Send,
{
    for _ in 0..WRITE_TRIES {
        let before = load().await?;
        let mut after = before.clone();
        edit(&mut after);
        if after == before {
            return Ok(());
        }
        after.version = before.version + 1;
        after.updated_at = now.max(before.updated_at);
        match store.replace(&after, before.version).await {
            Ok(()) => return Ok(()),
            Err(WriteError::Conflict) => {}
            Err(WriteError::Port(error)) => return Err(error.into()),
        }
    }
    Err(AppError::Busy)
}

fn lost(name: &str) -> AppError {
    AppError::Internal(format!("{name} is not on the workbench"))
}
