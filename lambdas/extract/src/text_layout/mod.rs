//! The lines of a document or of a recognised picture, and how they stand on the page; [`read_text`] makes recipes of them.
//!
//! The way of a text: `sources` takes off what forums, mail, chats and sites of
//! videos put around it, `print` measures its lines, `section_headings` finds
//! those that announce something (`numbered_sections` those of articles), `screen` narrows a whole page that was
//! pasted to its recipe (`headline` is its title), `split` tells recipes that follow each other apart
//! (`unannounced_recipes` by their lists alone), `parts` says which lines belong to what, `wrap` puts together what
//! the paper's width broke, `ingredients` and `steps` make the lists (`foods` tells what is eaten, `groups` what
//! names a part of the dish), `titles` names the recipe, and `card` puts it all together.

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
mod headline;
mod ingredients;
mod marks;
mod numbered_sections;
mod numbering;
mod parts;
mod print;
mod rows;
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
use print::Print;

/// A text with its layout, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Text {
    /// Never empty lines: blank space stands in [`TextLine::space_above`].
    pub lines: Vec<TextLine>,
    /// What a line is: a line of print, or a whole paragraph.
    pub wrapping: Wrapping,
    /// The document's own title, or its file's name without the ending: a title where the text has none.
    pub name: Option<String>,
    /// In which language it says it is.
    pub language: Option<Language>,
    /// Whether it was recognised in a picture, so that letters may be wrong.
    pub is_recognised: bool,
}

/// What a line of a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Wrapping {
    /// As wide as the paper: a sentence may go on in the next line.
    Printed,
    /// A whole paragraph, list item or cell.
    Whole,
    /// One of both; to be told from the text itself.
    #[default]
    Unknown,
}

/// What the source marks a line as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The source does not mark it: a paragraph, or a line of plain text.
    #[default]
    Plain,
    /// The source marks it as the document's title, as word processors do.
    Title,
    /// A heading of a level, from 1.
    Heading(u8),
    /// An item of a list with bullets; the bullet is not part of the text.
    Item,
    /// An item of a numbered list; the number is not part of the text.
    Numbered(u32),
}

/// One line of a text, with what its source says of the look of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextLine {
    /// Without a line break; a bullet or number that the source prints as text is part of it.
    pub text: String,
    /// What the source marks it as.
    pub role: Role,
    /// Which block it stands in: a column, a box, a table's cell, a sidebar. Lines of a block follow each other.
    pub block: u32,
    /// Where it stands, if its source has pages.
    pub place: Option<Place>,
    /// How high its letters are, as a multiple of those that most of the text is set in.
    pub size: f32,
    /// Whether it is set in bold, as far as that is known.
    pub is_bold: bool,
    /// How far it is set in from its block's left edge, in heights of its letters.
    pub indent: f32,
    /// Blank space above it within its block, beyond the usual, in line heights; 0 where it follows closely.
    pub space_above: f32,
    /// How sure it is that the letters are right, in percent.
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
            confidence: 100,
        }
    }
}

/// Reads the recipes of a text, in order; never none: a text without a recipe gives one extraction that says so. Never
/// fails and never panics, and its time is linear in the length of the text.
#[must_use]
pub fn read_text(text: &Text) -> Vec<Extraction> {
    let shown = sources::shown(text);
    let mut print = Print::of(shown.as_ref().map_or(text, |shown| &shown.text));
    if let Some(shown) = &shown {
        print.number_as(&shown.numbers);
    }
    if print.rows.is_empty() {
        return vec![Extraction::only(Verdict::Empty)];
    }
    let stretches = split::recipes(&mut print);
    let recipes: Vec<Extraction> =
        stretches.iter().filter_map(|stretch| card::read(&print, stretch)).collect();
    if recipes.is_empty() { vec![Extraction::only(Verdict::NoRecipe)] } else { recipes }
}
