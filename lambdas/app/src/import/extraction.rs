//! Stored extractions and the data recipes keep of them.

use extract::{Code, Extraction, Severity};
use recipe::{Content, Language};

use crate::artifacts::{Artifacts, EXTRACTION, lost};
use crate::error::AppError;
use crate::job::Job;

pub(super) async fn put_extraction(
    artifacts: &impl Artifacts,
    job: &Job,
    extraction: &Extraction,
) -> Result<(), AppError> {
    let json = serde_json::to_vec(extraction).map_err(|error| AppError::internal(&error))?;
    Ok(artifacts.put(job, EXTRACTION, json).await?)
}

/// Loads the extraction.
pub async fn load_extraction(artifacts: &impl Artifacts, job: &Job) -> Result<Extraction, AppError> {
    stored_extraction(artifacts, job).await?.ok_or_else(|| lost(EXTRACTION))
}

/// Loads the extraction, if it is stored.
pub(crate) async fn stored_extraction(
    artifacts: &impl Artifacts,
    job: &Job,
) -> Result<Option<Extraction>, AppError> {
    let Some(bytes) = artifacts.get(job, EXTRACTION).await? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| AppError::internal(&error))
}

/// Content stored in the recipe; post-processing adds tags and nutrition.
pub(super) fn kept_content(extraction: &Extraction, requested: Option<Language>) -> Content {
    Content {
        tags: Vec::new(),
        nutrition: recipe::Nutrition::default(),
        // Unbounded in length; post-processing reads it from the extraction.
        picture_url: None,
        language: extraction.content.language.or(requested),
        ..extraction.content.clone()
    }
}

/// Warnings among the diagnostics, without duplicates.
pub(crate) fn warnings(extraction: &Extraction) -> Vec<Code> {
    let mut codes = Vec::new();
    for code in extraction.diagnostics.iter().map(|noticed| noticed.code) {
        if code.severity() == Severity::Warning && !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}
