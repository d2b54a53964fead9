//! Reads sources with the assistant, if the readers found no recipe and the user requests it.

use std::future::Future;

use extract::{Code, CopiedRecipe, Diagnostic, Extraction, LocatedText, Verdict};
use recipe::{Content, Language};

use crate::artifacts::{Artifacts, EXTRACTION};
use crate::error::AppError;
use crate::failure::ErrorCode;
use crate::ids::OwnerId;
use crate::import::attempt::{change, clear_if_deleted, current};
use crate::import::extraction::{load_extraction, put_extraction};
use crate::import::page::load_page;
use crate::import::pieces;
use crate::job::Job;
use crate::model::{BLANK_TITLE, Recipe, Source, Stage, fits};
use crate::reading::{Entry, Found};
use crate::recipe_store::RecipeStore;
use crate::upload::ReadAs;
use zest_core::{PortError, Timestamp};

/// Text bytes after which no more chunks are loaded. The assistant's own limit is lower.
const MAX_TEXT_BYTES: usize = 200_000;

/// Error of the assistant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssistError {
    /// The answer is unusable, the daily budget is spent, or the service is unreachable. The text is logged.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// A service failed before the assistant was called.
    #[error(transparent)]
    Port(#[from] PortError),
}

/// Port of the assistant. Its answers quote the text verbatim.
pub trait Assistant: Send + Sync {
    /// Reads the recipe in a text, within the owner's daily budget; `None` if there is none. `hint` is the
    /// probable language.
    fn read(
        &self,
        owner: &OwnerId,
        text: &str,
        hint: Option<Language>,
    ) -> impl Future<Output = Result<Option<CopiedRecipe>, AssistError>> + Send;
}

enum Shown {
    Page(Box<extract::Page>, String),
    Text(LocatedText),
}

/// Workflow state Assist: sends the text of the artifacts to the assistant, and stores the recipe that it
/// returns. Reuses a stored extraction.
///
/// # Errors
/// [`AppError::ImportFailed`] with [`ErrorCode::AssistantFoundNothing`], [`ErrorCode::TooLarge`] or
/// [`ErrorCode::AssistantUnavailable`].
pub async fn assist(
    store: &impl RecipeStore,
    artifacts: &impl Artifacts,
    assistant: &impl Assistant,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let outcome = read(store, artifacts, assistant, job, now).await;
    clear_if_deleted(store, artifacts, job, outcome).await
}

async fn read(
    store: &impl RecipeStore,
    artifacts: &impl Artifacts,
    assistant: &impl Assistant,
    job: &Job,
    now: Timestamp,
) -> Result<(), AppError> {
    let recipe = current(store, job).await?;
    if recipe.import.assistance().is_none() {
        return Err(AppError::Internal("nobody has asked for the assistant".to_owned()));
    }
    let extraction = match artifacts.get(job, EXTRACTION).await? {
        Some(_) => load_extraction(artifacts, job).await?,
        None => {
            let extraction = ask(artifacts, assistant, job, &recipe).await?;
            put_extraction(artifacts, job, &extraction).await?;
            extraction
        }
    };
    change(store, job, now, |recipe| {
        recipe.take_assistance()?;
        recipe.advance(Stage::Checking)?;
        let (title, language) = (extraction.content.title.clone(), extraction.content.language);
        recipe.apply_imported_content(Content { title, language, ..recipe.content.clone() });
        Ok(())
    })
    .await?;
    Ok(pieces::clear_reading(artifacts, job).await?)
}

async fn ask(
    artifacts: &impl Artifacts,
    assistant: &impl Assistant,
    job: &Job,
    recipe: &Recipe,
) -> Result<Extraction, AppError> {
    let shown = shown(artifacts, job, &recipe.source).await?;
    let text = match &shown {
        Shown::Page(_, text) => text,
        Shown::Text(source) => &source.text,
    };
    let nothing = AppError::ImportFailed(ErrorCode::AssistantFoundNothing);
    if !text.contains(char::is_alphanumeric) {
        return Err(nothing);
    }
    let copied = match assistant.read(&recipe.owner, text, recipe.requested_language).await {
        Ok(Some(copied)) => copied,
        Ok(None) => return Err(nothing),
        Err(AssistError::Unavailable(_)) => {
            return Err(AppError::ImportFailed(ErrorCode::AssistantUnavailable));
        }
        Err(AssistError::Port(error)) => return Err(error.into()),
    };
    let mut extraction = match &shown {
        Shown::Page(page, _) => extract::copied_from_page(page, copied),
        Shown::Text(source) => extract::copied_from_text(source, copied),
    };
    name(&mut extraction);
    if extraction.verdict != Verdict::Recipe {
        return Err(nothing);
    }
    if fits(&mut extraction.content, recipe.notes.as_deref()) {
        Ok(extraction)
    } else {
        Err(AppError::ImportFailed(ErrorCode::TooLarge))
    }
}

fn name(extraction: &mut Extraction) {
    let content = &mut extraction.content;
    if content.title.is_none() && !(content.ingredients.is_empty() && content.instructions.is_empty()) {
        content.title = Some(BLANK_TITLE.to_owned());
        extraction.verdict = Verdict::Recipe;
        let missing = Diagnostic { code: Code::TitleMissing, path: None };
        if !extraction.diagnostics.contains(&missing) {
            extraction.diagnostics.push(missing);
        }
    }
}

async fn shown(artifacts: &impl Artifacts, job: &Job, source: &Source) -> Result<Shown, AppError> {
    match source {
        Source::Upload(upload) if upload.read_as() != ReadAs::Page => {
            Ok(Shown::Text(texts(artifacts, job, upload.name()).await?))
        }
        Source::Upload(_)
        | Source::Address { .. }
        | Source::Blank
        | Source::Copy(_)
        | Source::Sibling { .. } => {
            let page = load_page(artifacts, job).await?;
            let text = extract::visible_lines(&page);
            Ok(Shown::Page(Box::new(page), text))
        }
    }
}

async fn texts(artifacts: &impl Artifacts, job: &Job, name: Option<&str>) -> Result<LocatedText, AppError> {
    let head = pieces::head(artifacts, job).await?;
    let mut all = LocatedText::default();
    for number in 0..head.pieces {
        for entry in pieces::piece(artifacts, job, number).await?.entries {
            add(&mut all, entry);
        }
        if all.text.len() > MAX_TEXT_BYTES {
            break;
        }
    }
    if all.title.is_none() {
        all.title = name.map(str::to_owned);
    }
    Ok(all)
}

fn add(all: &mut LocatedText, entry: Entry) {
    let (title, language) = match entry.found {
        Found::Text(text) => {
            for line in text.lines {
                add_line(all, &line.text, line.place);
            }
            (text.name, text.language)
        }
        Found::Page { html } => {
            let Some(page) = crate::reading::saved_page(html) else { return };
            for line in extract::visible_lines(&page).lines() {
                add_line(all, line, None);
            }
            (None, None)
        }
        Found::Recipe(_) | Found::Unreadable(_) => return,
    };
    all.title = all.title.take().or(entry.title).or(title);
    all.language = all.language.or(language);
}

/// Keeps `places` parallel to the lines of the text.
fn add_line(all: &mut LocatedText, text: &str, place: Option<extract::Place>) {
    for line in text.lines() {
        if !all.places.is_empty() {
            all.text.push('\n');
        }
        all.text.push_str(line);
        all.places.push(place);
    }
}
