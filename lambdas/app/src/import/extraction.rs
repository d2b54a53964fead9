//! What was read, as it lies among the artifacts, and what a recipe keeps of it.

use extract::{Code, Extraction, Severity};
use recipe::{Content, Language};

use crate::artifacts::{Artifacts, EXTRACTION, lost};
use crate::error::AppError;
use crate::job::Job;

/// Keeps what was read for the next states.
pub(super) async fn put_extraction(
    artifacts: &impl Artifacts,
    job: &Job,
    extraction: &Extraction,
) -> Result<(), AppError> {
    let json = serde_json::to_vec(extraction).map_err(|error| AppError::Internal(error.to_string()))?;
    Ok(artifacts.put(job, EXTRACTION, json).await?)
}

/// What was read from the page or the upload.
///
/// # Errors
/// [`AppError::Internal`] when it is gone or cannot be read.
pub async fn load_extraction(artifacts: &impl Artifacts, job: &Job) -> Result<Extraction, AppError> {
    let bytes = artifacts.get(job, EXTRACTION).await?.ok_or_else(|| lost(EXTRACTION))?;
    serde_json::from_slice(&bytes).map_err(|error| AppError::Internal(error.to_string()))
}

/// What a recipe keeps of what was read; tags and nutrition come later.
pub(super) fn kept_content(extraction: &Extraction, requested: Option<Language>) -> Content {
    Content {
        tags: Vec::new(),
        nutrition: recipe::Nutrition::default(),
        // Post-processing reads it from the extraction; an address can be as long as a page likes.
        picture_url: None,
        language: extraction.content.language.or(requested),
        ..extraction.content.clone()
    }
}

/// What was noticed while reading that matters to the cook: each code once, in the order in which it came up.
pub(crate) fn warnings(extraction: &Extraction) -> Vec<Code> {
    let mut codes = Vec::new();
    for code in extraction.diagnostics.iter().map(|noticed| noticed.code) {
        if code.severity() == Severity::Warning && !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}
