//! Complete JSON of a recipe.

use recipe::Content;
use serde::Serialize;

use super::Recipe;

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(flatten)]
    content: &'a Content,
}

/// Pretty-printed JSON object.
///
/// # Errors
/// `serde_json` errors, which do not occur for these types.
pub(crate) fn write(recipe: &Recipe) -> serde_json::Result<String> {
    let whole = Whole { url: recipe.url.map(url::Url::as_str), content: recipe.content };
    Ok(serde_json::to_string_pretty(&whole)? + "\n")
}
