//! The rows of a text, looked up by number.

use std::ops::{Deref, DerefMut, Index};
use std::sync::LazyLock;

use super::TextLine;
use super::marks::Mark;
use super::print::Row;

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

impl<'a> Index<usize> for Rows<'a> {
    type Output = Row<'a>;

    fn index(&self, row: usize) -> &Row<'a> {
        self.0.get(row).unwrap_or(&NO_ROW)
    }
}

impl<'a> Rows<'a> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_not_there_is_empty() {
        let rows = Rows::default();
        assert_eq!((rows[7].words(), rows[7].chars, rows.len()), ("", 0, 0));
    }
}
