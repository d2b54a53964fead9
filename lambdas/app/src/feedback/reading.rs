//! Content of a recipe, stored with a report about it.

use recipe::Language;
use serde::{Deserialize, Serialize};

use crate::book::TITLE_LIMIT;
use crate::model::Recipe;

/// Maximum bytes of lines, to limit the size of API responses.
const LINES_BYTES: usize = 40_000;
/// Maximum characters of a line; longer ones are truncated.
const LINE_LIMIT: usize = 1_000;

/// Content of the reported recipe, without data that could identify a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// Title; `None` if the recipe has none.
    pub title: Option<String>,
    /// Ingredient lines, up to the size limit.
    pub ingredients: Vec<String>,
    /// Steps, up to the size limit.
    pub instructions: Vec<String>,
    /// Preparation time in minutes.
    #[serde(rename = "prep_time")]
    pub prep_minutes: Option<u32>,
    /// Cooking time in minutes.
    #[serde(rename = "cook_time")]
    pub cook_minutes: Option<u32>,
    /// Total time in minutes.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// Language of the recipe; `None` if unknown.
    pub language: Option<Language>,
    /// Host of the source page; `None` without a page.
    pub source_host: Option<String>,
}

impl Reading {
    /// Takes the current content of a recipe.
    #[must_use]
    pub fn of(recipe: &Recipe) -> Self {
        let content = &recipe.content;
        let mut left = LINES_BYTES;
        let address = recipe.url.as_deref().and_then(|url| url::Url::parse(url).ok());
        Self {
            title: content.title.as_ref().map(|title| cut(title, TITLE_LIMIT)),
            ingredients: within(content.ingredients.iter().map(|line| line.text.as_str()), &mut left),
            instructions: within(content.instructions.iter().map(String::as_str), &mut left),
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            language: content.language,
            source_host: address.and_then(|url| url.host_str().map(str::to_owned)),
        }
    }
}

fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

fn within<'l>(lines: impl Iterator<Item = &'l str>, left: &mut usize) -> Vec<String> {
    let mut kept = Vec::new();
    for line in lines.map(|line| cut(line, LINE_LIMIT)) {
        let Some(rest) = left.checked_sub(line.len()) else { break };
        *left = rest;
        kept.push(line);
    }
    kept
}
