//! Measures the lines of a text: marks, columns, sizes and line distances.

use super::amounts;
use super::marks::{self, Mark};
use super::numbering;
pub(super) use super::rows::Row;
use super::rows::Rows;
use super::{Role, Text, TextLine, Wrapping};
use crate::cues::{self, Topic};
use crate::extraction::Place;
use crate::text;
use recipe::{Places, Span};

/// Line distance across a blank line, as a multiple of the usual one.
const ONE_BLANK_LINE: f32 = 2.0;
/// Minimum line distance of a blank line, as a multiple of the usual one.
pub(super) const BLANK: f32 = 1.3;
const MIN_SPACED: usize = 6;
const MAX_ROWS: usize = 20_000;
const MAX_ROW_BYTES: usize = 20_000;
/// Maximum characters of a printed line; longer ones are paragraphs.
const WIDEST_PRINT: usize = 130;
/// Maximum distance of left edges in a column, in ten-thousandths of the page's width.
const SAME_LEFT: i32 = 900;
const MAX_OVERLAPPING: usize = 40;
/// Distance kept from the next column, in ten-thousandths of the page's width.
const GUTTER: f32 = 200.0;
/// Width of the page.
const PAPER: f32 = 10_000.0;
/// Approximate ratio of the height of letters to their width.
const CHARS_PER_HEIGHT: f32 = 2.0;

#[derive(Clone, Copy, Debug)]
struct Column {
    left: f32,
    right: f32,
}

#[derive(Debug)]
pub(super) struct MeasuredText<'a> {
    pub(super) text: &'a Text,
    pub(super) rows: Rows<'a>,
    pub(super) is_wrapped: bool,
    pub(super) is_hyphenated: bool,
    pub(super) is_page: bool,
    pub(super) is_cut: bool,
}

impl<'a> MeasuredText<'a> {
    pub(super) fn of(text: &'a Text) -> Self {
        let mut is_cut = text.lines.len() > MAX_ROWS;
        let mut rows: Vec<Row<'a>> = Vec::new();
        let mut blocks = Blocks::default();
        let mut is_below_bullet = false;
        for (number, line) in (1..).zip(text.lines.iter().take(MAX_ROWS)) {
            let end = line.text.floor_char_boundary(MAX_ROW_BYTES);
            is_cut |= end < line.text.len();
            let mut cleaned = text::line(line.text.span(..end));
            if text.is_recognised {
                without_frame(&mut cleaned);
            } else {
                without_signs(&mut cleaned);
                cleaned.truncate(text::without_repetition(&cleaned).len());
            }
            if !cleaned.chars().any(char::is_alphanumeric) || is_stain(line, &cleaned) {
                is_below_bullet = line.role == Role::Plain && marks::is_bullet_alone(&cleaned);
                continue;
            }
            let (mark, body) = match line.role {
                Role::Plain if is_below_bullet => (Mark::Bullet, 0),
                Role::Numbered(number) => (Mark::Number(number), 0),
                Role::Item => (Mark::Bullet, 0),
                Role::Title | Role::Heading(_) => (Mark::None, 0),
                Role::Plain => marks::mark(&cleaned, text.is_recognised),
            };
            is_below_bullet = false;
            let chars = cleaned.chars().count();
            let left = line
                .place
                .map_or(line.indent.clamp(0.0, 200.0) * CHARS_PER_HEIGHT, |place| f32::from(place.left));
            let right = line.place.map_or(left + chars as f32, |place| f32::from(place.right));
            rows.push(Row {
                block: blocks.number(line),
                text: cleaned,
                line,
                number,
                mark,
                body,
                size: line.size,
                column: 0,
                drop: 1.0 + line.space_above.clamp(0.0, 100.0),
                lead: 0.0,
                left,
                right,
                chars,
            });
        }
        if rows.iter().all(|row| row.line.place.is_none()) {
            amounts::join(&mut rows);
        }
        numbering::mark_hyphenated_numbers(&mut rows);
        let mut rows = Rows::from(rows);
        if text.is_recognised {
            drop_overlapping_rows(&mut rows);
        }
        let is_double_spaced = normalize_double_spacing(&mut rows);
        normalize_sizes(&mut rows);
        let columns = columns(&mut rows);
        measure_line_distances(&mut rows, columns);
        let is_wrapped = match text.wrapping {
            Wrapping::Printed => true,
            Wrapping::Whole => false,
            Wrapping::Unknown => !is_double_spaced && is_wrapped(&rows),
        };
        let is_hyphenated = is_wrapped && is_hyphenated(&rows);
        Self { text, rows, is_wrapped, is_hyphenated, is_page: false, is_cut }
    }

    /// Whether the text has neither places nor markup. Stray headings, such as "# of guests" in a copied page, are
    /// not markup: the title or a section must have one.
    pub(super) fn is_plain(&self) -> bool {
        let is_marked = |(at, row): (usize, &Row<'_>)| {
            let is_heading =
                || at == 0 || cues::announced(&row.text).is_some_and(|known| known.topic != Topic::Other);
            row.line.place.is_some() || row.is_item() || row.is_heading() && is_heading()
        };
        !self.rows.iter().enumerate().any(is_marked)
    }

    pub(super) fn number_as(&mut self, numbers: &[usize]) {
        for row in self.rows.iter_mut() {
            row.number = numbers.get(row.number - 1).copied().unwrap_or(row.number);
        }
    }

    /// Right limit of a column, and whether another column sets it.
    pub(super) fn paper(&self, column: usize, right: f32, top: u16, bottom: u16) -> (f32, bool) {
        let Some(first) = self.rows.iter().find(|row| row.column == column) else { return (right, false) };
        let page = first.page();
        if first.line.place.is_none() {
            return (self.rows.iter().map(|row| row.right).fold(right, f32::max), false);
        }
        let start = self.rows.partition_point(|row| row.page() < page);
        let mut edge = right;
        let mut beside = f32::MAX;
        let mut leftmost = PAPER;
        for row in self.rows.span(start..).iter().take_while(|row| row.page() == page) {
            edge = edge.max(row.right);
            leftmost = leftmost.min(row.left);
            let is_beside = row.line.place.is_some_and(|place| place.top < bottom && place.bottom > top);
            if row.column != column && is_beside && row.left >= right {
                beside = beside.min(row.left);
            }
        }
        if beside < f32::MAX {
            return (right.max(beside - GUTTER), true);
        }
        // The margins of a document have the same width.
        let margin = if self.text.is_inexact { 0.0 } else { PAPER - leftmost };
        (edge.max(margin), false)
    }

    /// The line distance of running text, in ten-thousandths of the page's height.
    pub(super) fn usual_lead(&self, page: u16) -> Option<f32> {
        let start = self.rows.partition_point(|row| row.page() < page);
        let on_page = self.rows.span(start..).iter().take_while(|row| row.page() == page);
        let mut leads: Vec<f32> = on_page
            .zip(self.rows.span(start.saturating_sub(1)..))
            .filter(|(row, before)| row.lead > 0.0 && row.chars >= 35 && before.chars >= 35)
            .map(|(row, _)| row.lead)
            .collect();
        leads.sort_by(f32::total_cmp);
        leads.get(leads.len() / 3).copied()
    }

    pub(super) fn number(&self, row: usize) -> usize {
        self.rows.get(row).map_or(1, |row| row.number)
    }
}

/// Assigns block numbers that are unique across pages.
#[derive(Default)]
struct Blocks {
    last: Option<(u16, u32)>,
    count: usize,
}

impl Blocks {
    fn number(&mut self, line: &TextLine) -> usize {
        let key = (line.place.map_or(0, |place| place.page), line.block);
        if self.last.is_some_and(|last| last != key) {
            self.count += 1;
        }
        self.last = Some(key);
        self.count
    }
}

/// Whether the line is OCR noise: few letters, with low confidence.
fn is_stain(line: &TextLine, cleaned: &str) -> bool {
    let letters = cleaned.chars().filter(|c| c.is_alphanumeric()).count();
    line.confidence < 30 && letters <= 12
        || line.confidence < 55 && letters <= 5 && !cleaned.contains(|c: char| c.is_ascii_digit())
}

/// Removes marks of tables and emphasis: "| 2 plums |", "**ripe** plums".
fn without_signs(line: &mut String) {
    if line.matches("**").count().is_multiple_of(2) {
        *line = line.replace("**", "");
    }
    if line.starts_with('|') || line.ends_with('|') {
        *line = line.trim_matches(['|', ' ']).to_owned();
    }
}

/// Removes the lines of a box, which OCR reads as characters.
fn without_frame(line: &mut String) {
    let kept = line.trim_end_matches(['|', ' ']).len();
    line.truncate(kept);
    // Keep check boxes: "|_|" and "| ]".
    while let Some(rest) = line
        .strip_prefix("| ")
        .filter(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '|' || c == '['))
    {
        *line = rest.to_owned();
    }
}

fn drop_overlapping_rows(rows: &mut Rows<'_>) {
    let mut is_dropped = vec![false; rows.len()];
    for at in 1..rows.len() {
        for other in at.saturating_sub(MAX_OVERLAPPING)..at {
            if is_dropped.at(at) || is_dropped.at(other) || rows.row(at).block == rows.row(other).block {
                continue;
            }
            if let (Some(one), Some(two)) = (rows.row(other).line.place, rows.row(at).line.place)
                && boxes_overlap(one, two)
            {
                is_dropped.put(if rows.row(at).chars > rows.row(other).chars { other } else { at }, true);
            }
        }
    }
    rows.drop_flagged(is_dropped);
}

/// Whether the boxes share over 60 % of the smaller width and of the smaller height.
fn boxes_overlap(one: Place, two: Place) -> bool {
    let shared = |start: u16, end: u16, other_start: u16, other_end: u16| {
        let overlap = i32::from(end.min(other_end)) - i32::from(start.max(other_start));
        let smaller = (end.saturating_sub(start)).min(other_end.saturating_sub(other_start));
        overlap * 10 > i32::from(smaller) * 6
    };
    one.page == two.page
        && shared(one.left, one.right, two.left, two.right)
        && shared(one.top, one.bottom, two.top, two.bottom)
}

/// Subtracts the blank lines of a text with double spacing; returns whether it did.
fn normalize_double_spacing(rows: &mut [Row<'_>]) -> bool {
    let behind = || rows.iter().skip(1);
    let is_known = rows.iter().any(|row| row.line.place.is_some());
    let spaced = behind().filter(|row| row.drop >= ONE_BLANK_LINE).count();
    if is_known || rows.len() < MIN_SPACED || spaced * 10 < behind().count() * 8 {
        return false;
    }
    for row in rows.iter_mut().filter(|row| row.drop >= ONE_BLANK_LINE) {
        row.drop -= 1.0;
    }
    true
}

/// Scales the sizes so that their median, weighted by letters, is 1.
fn normalize_sizes(rows: &mut [Row<'_>]) {
    let mut sizes: Vec<(f32, usize)> = rows.iter().map(|row| (row.size, row.chars)).collect();
    sizes.sort_by(|one, two| one.0.total_cmp(&two.0));
    let all: usize = sizes.iter().map(|(_, chars)| chars).sum();
    let mut seen = 0;
    let usual = sizes.iter().find(|(_, chars)| {
        seen += chars;
        seen * 2 >= all
    });
    let Some(usual) = usual.map(|(size, _)| *size).filter(|size| *size > 0.0 && size.is_finite()) else {
        return;
    };
    for row in rows {
        row.size /= usual;
    }
}

/// Assigns columns by left edges; returns their number.
fn columns(rows: &mut Rows<'_>) -> usize {
    let mut columns: Vec<Column> = Vec::new();
    for at in 0..rows.len() {
        let continues = at.checked_sub(1).is_some_and(|before| {
            let (before, row) = (rows.row(before), rows.row(at));
            match (before.line.place, row.line.place) {
                (Some(one), Some(two)) => {
                    let column = columns.last();
                    let is_below = two.top >= one.top && two.page == one.page;
                    // The left edges are close, or the column contains the row.
                    let is_near = (i32::from(two.left) - i32::from(one.left)).abs() <= SAME_LEFT
                        || column.is_some_and(|column| {
                            (row.left - column.left).abs() <= SAME_LEFT as f32
                                || before.block == row.block
                                    && row.left < column.right
                                    && row.right > column.left
                        });
                    is_below && is_near
                }
                (None, None) => before.block == row.block,
                _ => false,
            }
        });
        let Some(row) = rows.get_mut(at) else { break };
        match columns.last_mut() {
            Some(column) if continues => {
                column.left = column.left.min(row.left);
                column.right = column.right.max(row.right);
            }
            _ => columns.push(Column { left: row.left, right: row.right }),
        }
        row.column = columns.len() - 1;
    }
    columns.len()
}

fn measure_line_distances(rows: &mut Rows<'_>, columns: usize) {
    let centre =
        |row: &Row<'_>| row.line.place.map(|place| (f32::from(place.top) + f32::from(place.bottom)) / 2.0);
    let mut drops: Vec<Vec<f32>> = vec![Vec::new(); columns];
    let mut measured: Vec<Option<f32>> = vec![None; rows.len()];
    for at in 1..rows.len() {
        let (before, row) = (rows.row(at - 1), rows.row(at));
        if before.column != row.column {
            continue;
        }
        if let (Some(above), Some(here)) = (centre(before), centre(row))
            && here > above
        {
            measured.put(at, Some(here - above));
            if let Some(drops) = drops.get_mut(row.column) {
                drops.push(here - above);
            }
        }
    }
    let usual: Vec<f32> = drops
        .into_iter()
        .map(|mut drops| {
            drops.sort_by(f32::total_cmp);
            // The lower quartile: continuation lines are closest, and a few rows overlap by mistake.
            drops.get(drops.len() / 4).copied().unwrap_or_default()
        })
        .collect();
    for (row, drop) in rows.iter_mut().zip(measured) {
        row.lead = drop.unwrap_or_default();
        if let Some(drop) = drop
            && usual.at(row.column) > 0.0
        {
            row.drop = drop / usual.at(row.column);
        }
    }
}

fn is_wrapped(rows: &[Row<'_>]) -> bool {
    let widest = rows.iter().map(|row| row.chars).max().unwrap_or_default();
    if widest > WIDEST_PRINT {
        return false;
    }
    let continues = |pair: &[Row<'_>]| {
        let [one, two] = pair else { return false };
        let is_close = two.line.space_above < 0.5 && one.block == two.block;
        let is_open = one.text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '-'));
        is_close
            && is_open
            && two.mark == Mark::None
            && one.chars * 10 >= widest * 7
            && two.text.starts_with(char::is_lowercase)
    };
    rows.windows(2).filter(|pair| continues(pair)).take(2).count() == 2
}

/// Whether at least two lines, and 4 % of all, end with a hyphen: more than compound words explain.
fn is_hyphenated(rows: &[Row<'_>]) -> bool {
    let parted = rows.windows(2).filter(|pair| {
        let [one, two] = pair else { return false };
        let mut end = one.text.chars().rev();
        matches!(end.next(), Some('-' | '‐'))
            && end.next().is_some_and(char::is_lowercase)
            && two.text.starts_with(char::is_lowercase)
    });
    let parted = parted.count();
    parted >= 2 && parted * 25 >= rows.len()
}
