//! What had been read of a recipe when its owner said that it was read wrongly.

use recipe::Language;
use serde::{Deserialize, Serialize};

use crate::book::TITLE_LIMIT;
use crate::model::Recipe;

/// Most bytes that the lines and steps of a reading take together: a page of feedback stays within one answer.
const LINES_BYTES: usize = 40_000;
/// Characters of a line, beyond which it is cut.
const LINE_LIMIT: usize = 1_000;

/// A recipe's own words, as far as they tell how it was read. Nothing of whose it is, no notes, and of the source its host
/// alone: an address may name the person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The recipe's name.
    pub title: Option<String>,
    /// The ingredient lines as the source writes them, the first of them if they are too many.
    pub ingredients: Vec<String>,
    /// The instructions, the first of them if they are too many.
    pub instructions: Vec<String>,
    /// Minutes of preparation.
    #[serde(rename = "prep_time")]
    pub prep_minutes: Option<u32>,
    /// Minutes of cooking.
    #[serde(rename = "cook_time")]
    pub cook_minutes: Option<u32>,
    /// Minutes from start to table.
    #[serde(rename = "total_time")]
    pub total_minutes: Option<u32>,
    /// The language that it was read in.
    pub language: Option<Language>,
    /// The host of the page that it was read from; `None` where it came from no page.
    pub source_host: Option<String>,
}

impl Reading {
    /// What a recipe says now.
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

/// The first lines that fit into what is left.
fn within<'l>(lines: impl Iterator<Item = &'l str>, left: &mut usize) -> Vec<String> {
    let mut kept = Vec::new();
    for line in lines.map(|line| cut(line, LINE_LIMIT)) {
        let Some(rest) = left.checked_sub(line.len()) else { break };
        *left = rest;
        kept.push(line);
    }
    kept
}
