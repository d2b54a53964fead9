//! Stored extractions, and the part of them that recipes keep.

use extract::{Code, Extraction, Severity};
use recipe::{Content, Language};

use crate::artifacts::{Artifacts, EXTRACTION, lost};
use crate::error::AppError;
use crate::job::Job;
use crate::model::RAW_LIMIT_BYTES;

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

pub(crate) async fn stored_extraction(
    artifacts: &impl Artifacts,
    job: &Job,
) -> Result<Option<Extraction>, AppError> {
    let Some(bytes) = artifacts.get(job, EXTRACTION).await? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| AppError::internal(&error))
}

/// Content without tags and nutrition, which post-processing adds.
pub(super) fn kept_content(extraction: &Extraction, requested: Option<Language>) -> Content {
    Content {
        tags: Vec::new(),
        nutrition: recipe::Nutrition::default(),
        // Not kept, because of its unlimited length. Post-processing reads it from the extraction.
        picture_url: None,
        language: extraction.content.language.or(requested),
        ..extraction.content.clone()
    }
}

/// The extraction in JSON without notes and linked recipes, which are private and stored in the recipe.
pub(super) fn raw(extraction: &Extraction) -> String {
    let mut extraction = Extraction { notes: None, ..extraction.clone() };
    extraction.content.ingredients.iter_mut().for_each(|line| line.recipe = None);
    extraction.to_json_within(RAW_LIMIT_BYTES)
}

pub(crate) fn warnings(extraction: &Extraction) -> Vec<Code> {
    let mut codes = Vec::new();
    for code in extraction.diagnostics.iter().map(|noticed| noticed.code) {
        if code.severity() == Severity::Warning && !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}
