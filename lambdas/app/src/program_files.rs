//! Extraction from files and photos for programs. It costs what their import costs in the app; nothing is stored.

use std::future::Future;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use extract::{Extraction, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::caller::Caller;
use crate::error::AppError;
use crate::extracted_recipe::{ExtractedRecipe, extracted_recipe};
use crate::failure::ErrorCode;
use crate::holds::{self, Credits};
use crate::limits::{self, CountedUse, Counters, UseLimits};
use crate::model::fits;
use crate::reading::UploadReader;
use crate::refusal::Refusal;
use crate::signed_token::KeyRing;
use crate::source_address::SourceAddress;
use crate::upload::{POSITIONS, ReadAs, Uploaded};
use zest_core::{RecipeId, Timestamp};

const LONGEST_NAME: usize = 200;

/// A file, or the photos of one recipe, as a program sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentFiles {
    /// Photos or a file.
    pub read_as: ReadAs,
    /// Name of the file.
    pub name: Option<String>,
    /// Contents in base64: one file, or the photos in order.
    pub contents: Vec<String>,
    /// Title of one of several recipes in the file.
    pub part: Option<String>,
}

impl SentFiles {
    /// A file.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] for an empty file or a long name.
    pub fn file(content: String, name: Option<String>, part: Option<String>) -> Result<Self, AppError> {
        if content.is_empty() || name.as_ref().is_some_and(|name| name.chars().count() > LONGEST_NAME) {
            return Err(AppError::InvalidInput(Refusal::ExtractFiles));
        }
        Ok(Self { read_as: ReadAs::File, name, contents: vec![content], part })
    }

    /// Photos of one recipe.
    ///
    /// # Errors
    /// [`AppError::InvalidInput`] for no photos or too many.
    pub fn photos(contents: Vec<String>) -> Result<Self, AppError> {
        if contents.is_empty()
            || contents.len() > usize::from(POSITIONS)
            || contents.iter().any(String::is_empty)
        {
            return Err(AppError::InvalidInput(Refusal::ExtractFiles));
        }
        Ok(Self { read_as: ReadAs::Pictures, name: None, contents, part: None })
    }

    /// Checks the base64, before anything is counted or paid for.
    fn check(&self) -> Result<(), AppError> {
        self.decoded().map(drop)
    }

    fn decoded(&self) -> Result<Vec<Uploaded>, AppError> {
        let decode = |content: &String| match STANDARD.decode(content) {
            Ok(bytes) => Ok(Uploaded { name: self.name.clone(), bytes }),
            Err(_) => Err(AppError::InvalidInput(Refusal::ExtractFiles)),
        };
        self.contents.iter().map(decode).collect()
    }
}

/// Port of the function that reads files. It is separate, because it opens untrusted files.
pub trait FileReader: Send + Sync {
    /// The extracted recipe as JSON, see [`read_files`].
    fn read(&self, sent: &SentFiles) -> impl Future<Output = Result<Value, AppError>> + Send;
}

/// Ports and settings of [`extract_files`].
pub struct FilePorts<'a, Reader, Ledger, Counts> {
    /// Reads the files.
    pub reader: &'a Reader,
    /// Ledger; `None` if imports are free.
    pub credits: Option<&'a Ledger>,
    /// Rate-limit counters.
    pub counters: &'a Counts,
    /// Keys for counter names.
    pub ring: &'a KeyRing,
    /// Rate limits, if any.
    pub limits: Option<UseLimits>,
    /// Source address of the call.
    pub source: Option<&'a SourceAddress>,
}

/// Extracts a recipe from files for this member. Counts as a [`CountedUse::UploadImport`] and costs a credit, which is
/// returned if there is no recipe. `id` is a new id, which names the credit.
///
/// # Errors
/// [`AppError::LimitReached`]; [`AppError::NoCredits`]; [`AppError::InvalidInput`]; [`AppError::ImportFailed`];
/// [`AppError::Busy`].
pub async fn extract_files(
    ports: &FilePorts<'_, impl FileReader, impl Credits, impl Counters>,
    member: &Caller,
    sent: &SentFiles,
    id: &RecipeId,
    now: Timestamp,
) -> Result<Value, AppError> {
    sent.check()?;
    if let Some(limits) = ports.limits {
        let (counters, ring) = (ports.counters, ports.ring);
        limits::spend(limits, counters, ring, CountedUse::UploadImport, member, ports.source, now).await?;
    }
    let charge = match (ports.credits, member.member()) {
        (Some(ledger), Some(user)) => Some((ledger, holds::hold_for_program(ledger, user, id, now).await?)),
        _ => None,
    };
    let read = ports.reader.read(sent).await;
    if let Some((ledger, charge)) = charge {
        // A hold that does not end here is released when it is due, because it has no recipe.
        let ended = holds::end_at_once(ledger, &charge, read.is_ok(), now).await;
        if read.is_ok() {
            ended?;
        }
    }
    read
}

/// Reads files and extracts their first recipe, or the one with the title `part`.
///
/// # Errors
/// [`AppError::ImportFailed`]; [`AppError::Busy`] if OCR is busy.
pub async fn read_files(reader: &impl UploadReader, sent: &SentFiles) -> Result<ExtractedRecipe, AppError> {
    let read = reader.read(sent.read_as, sent.decoded()?, None).await?;
    let (mut recipes, mut failure) = (Vec::new(), None);
    for entry in read.entries {
        match entry.found.read() {
            Ok(found) => {
                let found = found.into_iter().filter(|found| found.verdict == Verdict::Recipe);
                recipes.extend(found.map(|mut found| {
                    found.content.title = found.content.title.or_else(|| entry.title.clone());
                    found
                }));
            }
            Err(code) => {
                failure.get_or_insert(code);
            }
        }
    }
    let none = failure.unwrap_or_else(|| sent.read_as.kind().no_recipe_code());
    extracted_recipe(choose(recipes, sent.part.as_deref(), none)?, None)
}

fn choose(recipes: Vec<Extraction>, part: Option<&str>, none: ErrorCode) -> Result<Extraction, AppError> {
    let mut recipes = recipes;
    if recipes.is_empty() {
        return Err(AppError::ImportFailed(none));
    }
    let is_wanted =
        |recipe: &Extraction| part.is_none_or(|part| recipe.content.title.as_deref() == Some(part));
    let at = recipes.iter().position(is_wanted).ok_or(AppError::ImportFailed(ErrorCode::PartMissing))?;
    let mut chosen = recipes.remove(at);
    if !fits(&mut chosen.content, None) {
        return Err(AppError::ImportFailed(ErrorCode::TooLarge));
    }
    chosen.other_recipes.extend(recipes.into_iter().filter_map(|other| other.content.title));
    Ok(chosen)
}
