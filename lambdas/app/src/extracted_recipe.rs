//! What programs get of a recipe.

use extract::{Code, Extraction, Provenance};
use recipe::{Content, schema_org};
use serde::Serialize;
use serde_json::Value;

use crate::error::AppError;
use crate::import::extraction::warnings;

/// An extracted recipe, with provenance and uncertainty marks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExtractedRecipe {
    /// Address of the page.
    pub url: Option<String>,
    /// Content. Uncertain ingredient lines have `doubt`.
    pub recipe: Content,
    /// The recipe as a schema.org document.
    pub json_ld: Value,
    /// Origin of each field and line.
    pub provenance: Vec<Provenance>,
    /// Warnings that a person should check.
    pub warnings: Vec<Code>,
    /// Titles of other recipes in the source.
    pub other_recipes: Vec<String>,
}

pub(crate) fn extracted_recipe(
    extraction: Extraction,
    url: Option<String>,
) -> Result<ExtractedRecipe, AppError> {
    let warnings = warnings(&extraction);
    let Extraction { content, provenance, other_recipes, .. } = extraction;
    let document = schema_org::document(&schema_org::Recipe {
        content: &content,
        url: url.as_deref(),
        source: None,
        image: content.picture_url.as_deref(),
    });
    let json_ld = document.and_then(|text| serde_json::from_str(&text));
    let json_ld = json_ld.map_err(|error| AppError::internal(&error))?;
    Ok(ExtractedRecipe { url, recipe: content, json_ld, provenance, warnings, other_recipes })
}
