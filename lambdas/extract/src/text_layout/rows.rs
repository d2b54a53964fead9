//! The rows of a text and what is measured on each, looked up by number.

use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use super::marks::Mark;
use super::{Role, TextLine};
use crate::{cues, labels};
use recipe::Span;

/// What is larger is no print but a stain or a picture.
pub(super) const LARGEST_PRINT: f32 = 8.0;

/// A line of the text with what is measured on it once, for all who ask.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) text: String,
    pub(super) line: &'a TextLine,
    /// Of the line in the text, from 1.
    pub(super) number: usize,
    pub(super) mark: Mark,
    /// Where the words start behind the mark.
    pub(super) body: usize,
    /// How high its letters are, as a multiple of most of the text's.
    pub(super) size: f32,
    pub(super) column: usize,
    /// From the line above it to this one, as a multiple of what is usual in its column: 1 where it follows closely.
    pub(super) drop: f32,
    /// The same in ten-thousandths of the page's height; 0 where it is not known.
    pub(super) lead: f32,
    /// Its source's blocks, told apart across pages.
    pub(super) block: usize,
    /// Where it begins and ends: ten-thousandths of the page's width, or characters from the column's edge.
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) chars: usize,
}

impl Row<'_> {
    /// The words behind its mark.
    pub(super) fn words(&self) -> &str {
        self.text.span(self.body..)
    }

    /// The line without its bullet; a number before the words may be an amount and stays.
    pub(super) fn words_or_amount(&self) -> &str {
        if matches!(self.mark, Mark::Bullet | Mark::Number(_)) { self.words() } else { &self.text }
    }

    /// Whether it tells what to do, and ends as a sentence.
    pub(super) fn is_told_sentence(&self) -> bool {
        self.words().ends_with(['.', '!']) && cues::is_told(self.words())
    }

    /// Whether an amount begins it, or ends it behind a name: "2 eggs", "Deux œufs", "Eggs: 2".
    pub(super) fn has_amount(&self) -> bool {
        let words = self.words_or_amount();
        cues::starts_with_amount(words)
            || !words.ends_with('.') && (cues::counts_in_words(words) || self.is_name_with_amount())
    }

    /// Whether an amount stands behind a name, and no label of the recipe.
    fn is_name_with_amount(&self) -> bool {
        let words = self.words_or_amount();
        (cues::ends_with_amount(words) || cues::measures_behind_name(words)) && !labels::is_fact(&self.text)
    }

    /// Whether its source marks it as a heading.
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.line.role, Role::Title | Role::Heading(_))
    }

    /// Whether its source marks it as an item of a list.
    pub(super) fn is_item(&self) -> bool {
        matches!(self.line.role, Role::Item | Role::Numbered(_))
    }

    pub(super) fn page(&self) -> u16 {
        self.line.place.map_or(0, |place| place.page)
    }

    /// Whether it is so much larger than the text that it is no line of a list. A word without high letters measures too large.
    pub(super) fn is_much_larger(&self) -> bool {
        self.size >= 1.7 || self.size >= 1.4 && self.chars >= 12
    }

    /// Whether a heading's size or weight sets it off.
    pub(super) fn is_large(&self) -> bool {
        self.size >= 1.15 && self.size <= LARGEST_PRINT
    }
}

/// The rows in their order. What is asked for beyond them is an empty row: nothing that was counted wrongly ends the
/// reading.
#[derive(Debug, Default)]
pub(super) struct Rows<'a>(Vec<Row<'a>>);

static NO_LINE: LazyLock<TextLine> = LazyLock::new(TextLine::default);

static NO_ROW: LazyLock<Row<'static>> = LazyLock::new(|| Row {
    text: String::new(),
    line: &NO_LINE,
    number: 0,
    mark: Mark::None,
    body: 0,
    size: 1.0,
    column: 0,
    drop: 0.0,
    lead: 0.0,
    block: 0,
    left: 0.0,
    right: 0.0,
    chars: 0,
});

impl<'a> Rows<'a> {
    /// The row of this number.
    pub(super) fn row(&self, number: usize) -> &Row<'a> {
        self.0.get(number).unwrap_or(&NO_ROW)
    }

    /// Leaves out the rows of these numbers' flags.
    pub(super) fn drop_flagged(&mut self, is_dropped: Vec<bool>) {
        let mut dropped = is_dropped.into_iter();
        self.0.retain(|_| dropped.next() != Some(true));
    }
}

impl<'a> From<Vec<Row<'a>>> for Rows<'a> {
    fn from(rows: Vec<Row<'a>>) -> Self {
        Self(rows)
    }
}

impl<'a> Deref for Rows<'a> {
    type Target = [Row<'a>];

    fn deref(&self) -> &[Row<'a>] {
        &self.0
    }
}

impl DerefMut for Rows<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Whether a line says how long it takes or for how many it is.
pub(super) fn is_fact(line: &str) -> bool {
    labels::is_fact(line) || labels::is_label(line) || has_empty_value(line)
}

/// Whether a line is a label with a sign for nothing behind it: "Temps de repos : –".
pub(super) fn has_empty_value(line: &str) -> bool {
    let value = line.split_once(':').map(|(_, value)| value.trim());
    value.is_some_and(|value| !value.is_empty() && !value.contains(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_not_there_is_empty() {
        let rows = Rows::default();
        assert_eq!((rows.row(7).words(), rows.row(7).chars, rows.len()), ("", 0, 0));
    }
}
