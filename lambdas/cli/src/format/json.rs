use recipe::Content;
use serde::Serialize;

use super::Recipe;

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(flatten)]
    content: &'a Content,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a str>,
}

/// Pretty-printed JSON object.
///
/// # Errors
/// `serde_json` errors, which do not occur for these types.
pub(crate) fn write(recipe: &Recipe) -> serde_json::Result<String> {
    let whole = Whole { url: recipe.url, content: recipe.content, notes: recipe.notes };
    Ok(serde_json::to_string_pretty(&whole)? + "\n")
}
