//! Flat JSON of a recipe, for benchmarks and command-line tools.

use std::borrow::Cow;

use recipe::{Content, Nutrients, Nutrition};
use serde::Serialize;

use crate::extraction::Extraction;

/// One recipe with verbatim texts and times in whole minutes.
#[derive(Debug, Serialize)]
pub struct Prediction<'a> {
    id: &'a str,
    title: Option<&'a str>,
    /// The full lines, without group headings.
    ingredients: Vec<&'a str>,
    instructions: &'a [String],
    prep_minutes: Option<u32>,
    cook_minutes: Option<u32>,
    total_minutes: Option<u32>,
    /// Servings or yield, or both.
    yields: Option<Cow<'a, str>>,
    image: Option<&'a str>,
    nutrients: Nutrients<'a>,
    description: Option<&'a str>,
    author: Option<&'a str>,
    /// The language code, also of languages that recipes do not support.
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    computed_nutrients: Option<Nutrients<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extraction: Option<&'a Extraction>,
}

impl<'a> Prediction<'a> {
    /// Converts the fields that all recipe readers have in common.
    #[must_use]
    pub fn of(id: &'a str, extraction: &'a Extraction) -> Self {
        let content = &extraction.content;
        Self {
            id,
            title: content.title.as_deref(),
            ingredients: content.ingredients.iter().map(|ingredient| ingredient.text.as_str()).collect(),
            instructions: &content.instructions,
            prep_minutes: content.prep_minutes,
            cook_minutes: content.cook_minutes,
            total_minutes: content.total_minutes,
            yields: yields(content),
            image: content.picture_url.as_deref(),
            nutrients: Nutrients::from(&content.nutrition),
            description: content.description.as_deref(),
            author: content.author.as_deref(),
            language: content.language.map(recipe::Language::code).or(extraction.other_language.as_deref()),
            computed_nutrients: None,
            extraction: None,
        }
    }

    /// Adds the extraction and the computed nutrients.
    #[must_use]
    pub fn full(id: &'a str, extraction: &'a Extraction, computed: Option<&'a Nutrition>) -> Self {
        let computed_nutrients = computed.map(Nutrients::from);
        Self { computed_nutrients, extraction: Some(extraction), ..Self::of(id, extraction) }
    }
}

fn yields(content: &Content) -> Option<Cow<'_, str>> {
    match (content.servings, content.yields.as_deref()) {
        (None, makes) => makes.map(Cow::Borrowed),
        (Some(servings), None) => Some(Cow::Owned(format!("{servings} servings"))),
        (Some(servings), Some(makes)) if has_number(makes, servings) => Some(Cow::Borrowed(makes)),
        (Some(servings), Some(makes)) => Some(Cow::Owned(format!("{servings} servings, {makes}"))),
    }
}

fn has_number(text: &str, number: u32) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.parse() == Ok(number))
}
