use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use super::marks::Mark;
use super::{Role, TextLine};
use crate::{cues, labels};
use recipe::Span;

/// Maximum relative height of letters; larger ones are stains or pictures.
pub(super) const LARGEST_PRINT: f32 = 8.0;

/// Relative height below which letters are small print.
pub(super) const SMALL_PRINT: f32 = 0.93;

#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) text: String,
    pub(super) line: &'a TextLine,
    /// Line number in the text, from 1.
    pub(super) number: usize,
    pub(super) mark: Mark,
    /// Byte offset after the mark.
    pub(super) body: usize,
    /// Height of the letters, relative to most of the text.
    pub(super) size: f32,
    pub(super) column: usize,
    /// Distance from the line above, relative to the usual distance in the column.
    pub(super) drop: f32,
    /// Distance from the line above in ten-thousandths of the page's height; 0 if unknown.
    pub(super) lead: f32,
    /// Block number, unique across pages.
    pub(super) block: usize,
    /// Left edge in ten-thousandths of the page's width, or in characters without page positions.
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) chars: usize,
}

impl Row<'_> {
    pub(super) fn words(&self) -> &str {
        self.text.span(self.body..)
    }

    /// The text after the mark, including a number that may be an amount.
    pub(super) fn words_or_amount(&self) -> &str {
        if matches!(self.mark, Mark::Bullet | Mark::Number(_)) { self.words() } else { &self.text }
    }

    /// Whether the row is an instruction with final punctuation.
    pub(super) fn is_instruction_sentence(&self) -> bool {
        self.words().ends_with(['.', '!']) && cues::is_instruction(self.words())
    }

    pub(super) fn has_amount(&self) -> bool {
        let words = self.words_or_amount();
        cues::starts_with_amount(words)
            || !words.ends_with('.') && (cues::counts_in_words(words) || self.is_name_with_amount())
    }

    fn is_name_with_amount(&self) -> bool {
        let words = self.words_or_amount();
        (cues::ends_with_amount(words) || cues::has_amount_after_name(words)) && !labels::is_fact(&self.text)
    }

    pub(super) fn is_heading(&self) -> bool {
        matches!(self.line.role, Role::Title | Role::Heading(_))
    }

    pub(super) fn is_item(&self) -> bool {
        matches!(self.line.role, Role::Item | Role::Numbered(_))
    }

    pub(super) fn page(&self) -> u16 {
        self.line.place.map_or(0, |place| place.page)
    }

    /// Whether the row is too large for a list item. Short words are measured too large.
    pub(super) fn is_much_larger(&self) -> bool {
        self.size >= 1.7 || self.size >= 1.4 && self.chars >= 12
    }

    pub(super) fn is_large(&self) -> bool {
        self.size >= 1.15 && self.size <= LARGEST_PRINT
    }
}

/// The rows of a text. An index out of range returns an empty row.
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
    pub(super) fn row(&self, number: usize) -> &Row<'a> {
        self.0.get(number).unwrap_or(&NO_ROW)
    }

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

/// Whether the line is a time or amount, or the label of one.
pub(super) fn is_fact(line: &str) -> bool {
    labels::is_fact(line) || labels::is_label(line) || has_empty_value(line)
}

pub(super) fn has_empty_value(line: &str) -> bool {
    let value = line.split_once(':').map(|(_, value)| value.trim());
    value.is_some_and(|value| !value.is_empty() && !value.contains(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_out_of_range_is_empty() {
        let rows = Rows::default();
        assert_eq!((rows.row(7).words(), rows.row(7).chars, rows.len()), ("", 0, 0));
    }
}
