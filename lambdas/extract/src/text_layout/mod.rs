//! The text reader: [`read_text`] turns lines of a document or of OCR into recipes.
//!
//! Stages: `sources` removes what apps add; `print` measures lines; `section_headings` finds headings;
//! `screen` finds the recipe in a pasted page, `headline` its title; `split` separates recipes; `parts`
//! assigns lines; `wrap` joins them; `ingredients`, `steps` and `titles` build the fields; `card` assembles
//! the result.

mod amounts;
mod buttons;
mod card;
mod chrome;
mod chrome_words;
mod continuation_lines;
mod duplicates;
mod foods;
mod groups;
mod guess;
mod headers_and_footers;
mod headline;
mod ingredients;
pub mod labeller;
mod line_breaks;
mod marks;
mod numbered_sections;
mod numbering;
mod parts;
mod print;
mod rows;
mod rule_reading;
mod screen;
mod section_heading;
mod section_headings;
mod sources;
mod split;
mod steps;
mod stretch;
mod titles;
mod unannounced_recipes;
mod wrap;

#[cfg(test)]
mod tests;

use recipe::Language;
use serde::{Deserialize, Serialize};

use crate::extraction::{Extraction, Place, Verdict};
use crate::marked::web_address;
use print::MeasuredText;

/// A text with its layout, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Text {
    /// Non-empty lines; blank space is in [`TextLine::space_above`].
    pub lines: Vec<TextLine>,
    /// Whether lines are printed lines or paragraphs.
    pub wrapping: Wrapping,
    /// Document title or file name, used if the text has no title.
    pub name: Option<String>,
    /// Declared language.
    pub language: Option<Language>,
    /// Declared address of the recipe's source.
    pub source: Option<String>,
    /// Whether it comes from OCR.
    pub is_recognised: bool,
    /// Whether positions are inexact, because they were measured in a photo or scan.
    pub is_inexact: bool,
}

/// What a line of a text contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Wrapping {
    /// A printed line; sentences may continue on the next.
    Printed,
    /// A whole paragraph, list item or cell.
    Whole,
    /// To be guessed from the text.
    #[default]
    Unknown,
}

/// Markup of a line in its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// None: a paragraph or plain line.
    #[default]
    Plain,
    /// Document title.
    Title,
    /// Heading with its level, from 1.
    Heading(u8),
    /// Bulleted item, without its bullet.
    Item,
    /// Numbered item, without its number.
    Numbered(u32),
}

/// One line of a text with its layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextLine {
    /// Single line; may include a printed bullet or number.
    pub text: String,
    /// Markup in the source.
    pub role: Role,
    /// Number of the column, box, cell or sidebar. Lines of a block are consecutive.
    pub block: u32,
    /// Bounding box, if the source has pages.
    pub place: Option<Place>,
    /// Letter height, relative to most of the text.
    pub size: f32,
    /// Whether it is bold; false if unknown.
    pub is_bold: bool,
    /// Indent from the block's left edge, in letter heights.
    pub indent: f32,
    /// Extra space above within the block, in line heights.
    pub space_above: f32,
    /// Width of the first word, in ten-thousandths of the page's width; 0 if unknown.
    pub first_word: f32,
    /// OCR confidence, in percent.
    pub confidence: u8,
}

impl Default for TextLine {
    fn default() -> Self {
        Self {
            text: String::new(),
            role: Role::Plain,
            block: 0,
            place: None,
            size: 1.0,
            is_bold: false,
            indent: 0.0,
            space_above: 0.0,
            first_word: 0.0,
            confidence: 100,
        }
    }
}

/// Extracts the recipes of a text, in order.
///
/// Returns at least one extraction, which may be without a recipe. Never panics; runs in linear time.
#[must_use]
pub fn read_text(text: &Text) -> Vec<Extraction> {
    let shown = sources::shown(text);
    let mut print = MeasuredText::of(shown.as_ref().map_or(text, |shown| &shown.text));
    if let Some(shown) = &shown {
        print.number_as(&shown.numbers);
    }
    if print.rows.is_empty() {
        return vec![Extraction::only(Verdict::Empty)];
    }
    let stretches = split::recipes(&mut print);
    let is_one = stretches.len() == 1;
    let printed = || headers_and_footers::address(&print).filter(|_| !text.is_recognised);
    let source = text.source.as_deref().and_then(web_address).or_else(printed);
    let recipes: Vec<Extraction> = stretches
        .iter()
        .filter_map(|stretch| card::read(&print, stretch, is_one))
        .map(|recipe| Extraction { source_url: recipe.source_url.or_else(|| source.clone()), ..recipe })
        .collect();
    if recipes.is_empty() { vec![Extraction::only(Verdict::NoRecipe)] } else { recipes }
}
