//! Distinguishes intentional line breaks from wrapped lines, by the room for the next word.

use std::collections::{BTreeSet, HashMap};

use super::print::{MeasuredText, Row};

const MAX_COLUMNS: usize = 40;
/// Maximum distance of a full line from the column's edge, as a fraction of the column's width.
const NEARLY_FULL: f32 = 0.1;
/// Minimum white space beside a column, as a fraction of the space from its left edge to the paper's edge.
const MIN_WHITE_SPACE: f32 = 0.45;
/// Maximum distance of equal edges, in ten-thousandths of the page's width.
const SAME_EDGE: f32 = 12.0;
/// Minimum number of different lengths of rows with the same right edge in a justified column.
const MIN_JUSTIFIED: usize = 3;
/// Factors of a word's width: above the first a space is wide enough, below the second too narrow.
const MEASURED_ENOUGH: f32 = 1.06;
const MEASURED_TOO_LITTLE: f32 = 0.94;
/// Width of a space, as a fraction of the average width of letters.
const SPACE: f32 = 0.5;

pub(super) struct Edges {
    columns: HashMap<usize, Edge>,
    is_inexact: bool,
}

#[derive(Clone, Debug)]
struct Edge {
    left: f32,
    top: u16,
    bottom: u16,
    right: f32,
    full: usize,
    /// Lengths in characters of the rows that end exactly at `right`.
    justified: BTreeSet<usize>,
    /// Right limit of the column: the next column, the page's margin or its rightmost text.
    paper: f32,
    is_beside_text: bool,
}

impl Edges {
    pub(super) fn of(print: &MeasuredText<'_>, rows: &[usize]) -> Self {
        let mut columns: HashMap<usize, Edge> = HashMap::new();
        for row in rows.iter().map(|row| print.rows.row(*row)) {
            let place = row.line.place.unwrap_or_default();
            let (left, right, top, bottom) = (row.left, row.right, place.top, place.bottom);
            let edge = columns.entry(row.column).or_insert(Edge {
                left,
                top,
                bottom,
                right,
                full: 0,
                justified: BTreeSet::new(),
                paper: f32::MAX,
                is_beside_text: false,
            });
            edge.left = edge.left.min(left);
            edge.right = edge.right.max(right);
            edge.top = edge.top.min(top);
            edge.bottom = edge.bottom.max(bottom);
        }
        for row in rows.iter().map(|row| print.rows.row(*row)) {
            if let Some(edge) = columns.get_mut(&row.column) {
                let is_full = row.right > edge.right - (edge.right - edge.left) * NEARLY_FULL;
                edge.full += usize::from(is_full);
                if row.line.place.is_some() && row.right >= edge.right - SAME_EDGE {
                    edge.justified.insert(row.chars);
                }
            }
        }
        // Skips texts with many columns, because each look-up scans the page.
        let is_list = columns.len() <= MAX_COLUMNS;
        for (column, edge) in &mut columns {
            let unknown = (edge.right, false);
            (edge.paper, edge.is_beside_text) =
                if is_list { print.paper(*column, edge.right, edge.top, edge.bottom) } else { unknown };
        }
        Self { columns, is_inexact: print.text.is_inexact }
    }

    /// Whether `row` has room for the first word of `next`, so that the line break is intentional; `None` if
    /// unclear.
    pub(super) fn has_room(&self, row: &Row<'_>, next: &Row<'_>) -> Option<bool> {
        match self.room(row, next) {
            Room::Enough | Room::Probable => Some(true),
            Room::TooLittle | Room::Justified => Some(false),
            Room::Unknown => None,
        }
    }

    pub(super) fn room(&self, row: &Row<'_>, next: &Row<'_>) -> Room {
        let Some(edge) = self.edge(row, next) else { return Room::Unknown };
        let (enough, too_little) = self.needed(row, next);
        // The paper's edge counts if only one line shows the column's width, or if much white space is beside
        // the column.
        let much = if edge.is_beside_text { MIN_WHITE_SPACE / 2.0 } else { MIN_WHITE_SPACE };
        let is_free = edge.full <= 1 || edge.paper - edge.right > (edge.paper - edge.left) * much;
        let is_justified = edge.justified.len() >= MIN_JUSTIFIED && !self.is_inexact;
        if is_justified && row.right >= edge.right - SAME_EDGE {
            Room::Justified
        } else if edge.right - row.right > enough {
            Room::Enough
        } else if is_free && edge.paper - row.right > enough {
            Room::Probable
        } else if edge.right - row.right < too_little {
            Room::TooLittle
        } else {
            Room::Unknown
        }
    }

    fn edge(&self, row: &Row<'_>, next: &Row<'_>) -> Option<&Edge> {
        self.columns.get(&row.column).filter(|_| row.chars > 0 && row.column == next.column)
    }

    /// Widths above which a space is enough for the first word of `next`, and below which it is too narrow.
    fn needed(&self, row: &Row<'_>, next: &Row<'_>) -> (f32, f32) {
        // The gap of a table makes letters look wide.
        let letter = char_width(row).min(char_width(next));
        let first = next.line.first_word;
        if first > 0.0 && next.body == 0 {
            let needed = first + letter * SPACE;
            let unsure = if self.is_inexact { letter } else { 0.0 };
            (needed * MEASURED_ENOUGH + unsure, needed * MEASURED_TOO_LITTLE - unsure)
        } else {
            // The factors allow for different widths of letters.
            let width = char_width(row);
            let first = next.words().split(' ').next().unwrap_or_default();
            let needed = (first.chars().count() as f32 + 1.0) * width;
            (needed * 1.15 + width * 1.5, needed * 0.85)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// The column is wide enough: other lines are as long.
    Enough,
    /// Only the paper is wide enough.
    Probable,
    TooLittle,
    /// The row is spaced out to the column's edge, so that the next one continues it.
    Justified,
    Unknown,
}

pub(super) fn char_width(row: &Row<'_>) -> f32 {
    ((row.right - row.left) / row.chars.max(1) as f32).max(0.01)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extraction::Place;
    use crate::text_layout::{Text, TextLine, Wrapping};

    /// The room of the first of these lines, each with its right edge and the width of its first word.
    fn room(lines: &[(&str, u16, f32)]) -> Room {
        let line = |(row, (text, right, first_word)): (u16, &(&str, u16, f32))| TextLine {
            text: (*text).to_owned(),
            first_word: *first_word,
            place: Some(Place {
                page: 0,
                left: 1000,
                right: *right,
                top: 1000 + 140 * row,
                bottom: 1100 + 140 * row,
            }),
            ..TextLine::default()
        };
        let lines = (0..).zip(lines).map(line).collect();
        let text = Text { lines, wrapping: Wrapping::Printed, ..Text::default() };
        let print = MeasuredText::of(&text);
        let rows: Vec<usize> = (0..print.rows.len()).collect();
        Edges::of(&print, &rows).room(print.rows.row(0), print.rows.row(1))
    }

    #[test]
    fn width_of_the_next_word_decides() {
        let longest = ("1 cup of flour, sifted twice", 3100, 60.0);
        let room_for =
            |width: f32| room(&[("4 large potatoes", 2350, 60.0), ("mill oil", 2100, width), longest]);
        assert_eq!(room_for(660.0), Room::Enough);
        assert_eq!(room_for(740.0), Room::Probable);
        let potatoes = ("4 large potatoes, peeled,", 2950, 60.0);
        assert_eq!(room(&[potatoes, ("chopped", 1700, 700.0), longest]), Room::Probable);
    }

    #[test]
    fn lines_spaced_out_to_the_edge_continue() {
        let (one, other) =
            (("cut into small pieces and", 3000, 250.0), ("dried, with the stalks", 3000, 450.0));
        let oil = ("2 tbsp of good oil,", 3000, 60.0);
        assert_eq!(room(&[oil, ("plus more", 1800, 350.0), one, other]), Room::Justified);
    }
}
