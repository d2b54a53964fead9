//! The way from an address to a recipe: `create` on the API's side, then one function a state of
//! recipe-processing: `fetch_page`, `extract_recipe`, `finish`, and `fail` when one of them gives up.
//!
//! Every step may run twice: what it leaves is the same, and the work of an attempt that is no longer the
//! current one changes nothing ([`AppError::Superseded`]).

use extract::{Code, Extraction, Page, Severity, Verdict};
use recipe::{Content, Language};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::addresses::Guard;
use crate::caller::Caller;
use crate::error::AppError;
use crate::failure::{ErrorCode, Failure};
use crate::fetching::{Fetcher, Wanted};
use crate::ids::{Job, RecipeId};
use crate::ports::{PortError, RecipeStore, Workbench, Workflow, Workflows, WriteError};
use crate::stored::{NutritionStatus, RAW_LIMIT_BYTES, Recipe, Stage, Status, fits};
use crate::timestamp::Timestamp;

/// The fetched page, on the workbench.
pub const PAGE: &str = "page";
/// What was read from it, on the workbench.
pub const EXTRACTION: &str = "extraction.json";

/// Longest address that is taken, in bytes.
pub const URL_LIMIT: usize = 2_000;

/// How often a write is tried again when somebody else was faster.
const WRITE_TRIES: usize = 6;

/// What a client sends to have an address imported.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CreateRecipe {
    /// Made by the client, from a good random source.
    pub id: String,
    /// The page's address.
    pub url: String,
    /// Of the person.
    pub language: Option<Language>,
}

/// Takes an address: stores the recipe as PENDING and starts its import. Sending the same again is harmless.
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
    let url = check_address(guard, &input.url)?;
    let submitted = Recipe::submitted(id, owner, caller.names(), url.into(), input.language, now);

    let recipe = match store.create(&submitted).await {
        Ok(()) => submitted,
        Err(WriteError::Conflict) => {
            let stored = store.get(&submitted.id).await?.ok_or(AppError::Busy)?;
            // Whether the id exists is told only to its owner, and only for the very same request.
            if !caller.owns(&stored) || stored.origin != submitted.origin || stored.url != submitted.url {
                return Err(AppError::Unauthorized);
            }
            stored
        }
        Err(WriteError::Port(error)) => return Err(error.into()),
    };
    if recipe.status == Status::Pending {
        // A start that fails loses nothing: the sweep starts what is PENDING without an execution.
        match workflows.start(Workflow::Processing, &recipe.job()).await {
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

/// The state EXTRACTING: reads the page, leaves what it says on the workbench and shows the title.
///
/// # Errors
/// [`AppError::ImportFailed`] when there is no recipe to be had from the page.
pub async fn extract_recipe(
    store: &impl RecipeStore,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    or_clear(store, workbench, job, read_page(store, workbench, job, now).await).await
}

async fn read_page(
    store: &impl RecipeStore,
    workbench: &impl Workbench,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    change(store, job, now, |recipe| recipe.stage = Some(Stage::Extracting)).await?;
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

/// The state CHECKING: makes the recipe a SUCCESS and starts post-processing, which fills in the tags, the
/// nutrition and the picture.
///
/// # Errors
/// As the store and the state machines have them.
pub async fn finish(
    store: &impl RecipeStore,
    workbench: &impl Workbench,
    workflows: &impl Workflows,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = or_clear(store, workbench, job, load(store, job).await).await?;
    if recipe.status == Status::Pending {
        let extraction = load_extraction(workbench, job).await?;
        let raw = extraction.to_json_within(RAW_LIMIT_BYTES);
        change(store, job, now, |recipe| {
            recipe.status = Status::Success;
            recipe.stage = None;
            recipe.nutrition_status = NutritionStatus::Pending;
            recipe.take_in(Content {
                tags: Vec::new(),
                nutrition: recipe::Nutrition::default(),
                // Post-processing reads it from the workbench; an address can be as long as a page likes.
                picture_url: None,
                language: extraction.content.language.or(recipe.requested_language),
                ..extraction.content.clone()
            });
            recipe.warnings = warnings(&extraction);
            recipe.raw_extraction = Some(raw.clone());
        })
        .await?;
    }
    workflows.start(Workflow::PostProcessing, job).await?;
    Ok(())
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
