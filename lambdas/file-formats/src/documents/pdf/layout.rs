//! Orders a page's lines in reading order: column by column, tables by row.

use recipe::Span;
use std::collections::BTreeMap;

use extract::{Place, TextLine};

use super::glyphs::Letters;
use super::rows::Run;

/// Minimum width of a gutter, in font sizes.
const GUTTER: f64 = 1.2;
/// Minimum lines of the longer of two columns.
const MIN_COLUMN_LINES: usize = 3;
/// Maximum distance between a label (amount or number) and its text, in font sizes.
const MAX_LABEL_DISTANCE: f64 = 8.0;
/// Maximum left edges tested as the start of a column.
const MAX_COLUMN_EDGES: usize = 48;
/// Gap that ends columns, in font sizes.
const FAR_BELOW: f64 = 2.5;
/// Maximum average number of letters in the left cells of a table.
const SHORT_CELL: usize = 14;
/// Values are rounded to 1 / `STEPS`.
const STEPS: f64 = 20.0;
/// Minimum share of line gaps with the same rounded value, for it to be the regular line spacing.
const MIN_REGULAR_SHARE: f64 = 0.06;
const MAX_COLUMN_DEPTH: u32 = 6;
/// Minimum extra line spacing that counts as a gap.
const CLEAR_SPACE: f64 = 0.15;

type Row = Vec<Run>;

pub(super) fn lines(pages: &[Letters], rows: &[Vec<Row>]) -> Vec<TextLine> {
    let size = usual(rows.iter().flatten().flatten().map(|run| (run.size, run.text.chars().count())));
    let mut blocks = Vec::new();
    for (page, rows) in rows.iter().enumerate() {
        let mut found = Vec::new();
        let rows: Vec<Row> = rows.iter().cloned().map(join_labels).collect();
        cut(rows, MAX_COLUMN_DEPTH, &mut found);
        blocks.extend(found.into_iter().map(|block| (page, block)));
    }
    let leading = regular_line_spacing(blocks.iter().flat_map(|(_, block)| {
        block.windows(2).filter_map(|pair| {
            let [upper, lower] = pair else { return None };
            let (upper, lower) = (upper.first()?, lower.first()?);
            Some((lower.base - upper.base) / upper.size.max(lower.size))
        })
    }));
    let mut lines = Vec::new();
    for (number, (page, block)) in (0u32..).zip(&blocks) {
        let left = block.iter().flatten().map(|run| run.left).fold(f64::INFINITY, f64::min);
        let mut above: Option<f64> = None;
        for row in block {
            let Some(first) = row.first() else { continue };
            let text = row.iter().map(|run| run.text.trim()).collect::<Vec<_>>().join(" ");
            let height = row.iter().map(|run| run.size).fold(0.0, f64::max);
            let space = above.map_or(0.0, |above| (first.base - above) / (leading * height).max(1.0) - 1.0);
            above = Some(first.base);
            lines.push(TextLine {
                text,
                block: number,
                place: pages.get(*page).and_then(|letters| place(*page, letters, row)),
                size: ratio(height, size) as f32,
                is_bold: row.iter().all(|run| run.is_bold),
                indent: ((first.left - left) / height.max(1.0)) as f32,
                space_above: if space > CLEAR_SPACE { space.min(50.0) as f32 } else { 0.0 },
                ..TextLine::default()
            });
        }
    }
    lines
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}

fn usual(values: impl Iterator<Item = (f64, usize)>) -> f64 {
    let most = counted(values).into_iter().max_by_key(|(step, weight)| (*weight, std::cmp::Reverse(*step)));
    most.map_or(1.0, |(step, _)| step as f64 / STEPS)
}

fn regular_line_spacing(values: impl Iterator<Item = f64>) -> f64 {
    let counts = counted(values.map(|value| (value, 1)));
    let all: usize = counts.values().sum();
    let first = counts.into_iter().find(|(_, count)| *count as f64 >= MIN_REGULAR_SHARE * all as f64);
    first.map_or(1.0, |(step, _)| step as f64 / STEPS)
}

fn counted(values: impl Iterator<Item = (f64, usize)>) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for (value, weight) in values.filter(|(value, _)| value.is_finite() && *value > 0.0) {
        let count: &mut usize = counts.entry(((value * STEPS).round() as i64).max(1)).or_default();
        *count = count.saturating_add(weight);
    }
    counts
}

fn join_labels(row: Row) -> Row {
    let mut joined: Row = Vec::new();
    for run in row {
        match joined.last_mut() {
            Some(label)
                if is_label(&label.text)
                    && run.left - label.right <= MAX_LABEL_DISTANCE * label.size.max(run.size) =>
            {
                label.text = format!("{} {}", label.text.trim(), run.text.trim());
                label.right = run.right;
                label.size = label.size.max(run.size);
                label.is_bold &= run.is_bold;
            }
            _ => joined.push(run),
        }
    }
    joined
}

/// Whether the text is a bullet, a number or a short amount: `•`, `3.`, `200 g`.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    let mut letters = text.chars();
    match (letters.next(), text.chars().count()) {
        (Some(only), 1) => !only.is_alphabetic(),
        (Some(first), 2..=12) if first.is_numeric() => {
            let unit: String = text.chars().skip_while(|c| !c.is_alphabetic()).collect();
            unit.chars().count() <= 5 && unit.chars().all(|c| c.is_alphabetic() || c == '.')
        }
        _ => false,
    }
}

fn cut(rows: Vec<Row>, depth: u32, blocks: &mut Vec<Vec<Row>>) {
    if rows.is_empty() {
        return;
    }
    let found = depth.checked_sub(1).and_then(|depth| Some((depth, columns(&rows)?)));
    let Some((depth, columns)) = found else {
        blocks.push(rows);
        return;
    };
    let mut rows = rows;
    let below = rows.split_off(columns.end);
    let beside = rows.split_off(columns.start);
    cut(rows, depth, blocks);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in beside {
        let (before, after): (Row, Row) = row.into_iter().partition(|run| is_left(run, columns.edge));
        left.extend((!before.is_empty()).then_some(before));
        right.extend((!after.is_empty()).then_some(after));
    }
    cut(left, depth, blocks);
    cut(right, depth, blocks);
    cut(below, depth, blocks);
}

struct Columns {
    start: usize,
    end: usize,
    edge: f64,
}

impl Columns {
    fn rows(&self) -> usize {
        self.end.saturating_sub(self.start)
    }
}

fn is_left(run: &Run, edge: f64) -> bool {
    run.left < edge - 1.0
}

fn columns(rows: &[Row]) -> Option<Columns> {
    let mut edges: Vec<f64> = rows.iter().flatten().map(|run| run.left).collect();
    edges.sort_by(f64::total_cmp);
    let mut counted: Vec<(f64, usize)> = Vec::new();
    for edge in edges {
        match counted.last_mut().filter(|(known, _)| edge - *known < 1.0) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => counted.push((edge, 1)),
        }
    }
    // A column's edge is the start of many lines.
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.truncate(MAX_COLUMN_EDGES);
    let found = counted.into_iter().filter_map(|(edge, _)| stretch(rows, edge));
    found.max_by_key(Columns::rows)
}

/// Longest run of rows with a gutter before `edge`, if they form columns.
fn stretch(rows: &[Row], edge: f64) -> Option<Columns> {
    let is_clear =
        |row: &Row| row.iter().all(|run| !is_left(run, edge) || run.right <= edge - GUTTER * run.size);
    let mut best: Option<Columns> = None;
    let mut start = 0;
    while start < rows.len() {
        let length = rows.span(start..).iter().take_while(|row| is_clear(row)).count();
        if let Some((first, end)) = trimmed(rows, start, start.saturating_add(length), edge)
            && best.as_ref().is_none_or(|best| end.saturating_sub(first) > best.rows())
            && are_columns(rows.span(first..end), edge)
        {
            best = Some(Columns { start: first, end, edge });
        }
        start = start.saturating_add(length.max(1));
    }
    best
}

/// Removes rows above the right column, and rows far below both columns.
fn trimmed(rows: &[Row], start: usize, end: usize, edge: f64) -> Option<(usize, usize)> {
    let has_right = |row: &Row| row.iter().any(|run| !is_left(run, edge));
    let rows = rows.get(..end)?;
    let top = start.checked_add(rows.get(start..)?.iter().position(has_right)?)?;
    // The left column may start less than one font size higher.
    let highest = rows.get(top)?;
    let level = rows.get(start..top)?.iter().rev().take_while(|row| is_level(row, highest)).count();
    let first = top.saturating_sub(level);
    let last = rows.iter().rposition(has_right)?;
    let tail = rows.get(last..)?;
    let below =
        tail.iter().zip(tail.iter().skip(1)).take_while(|(row, next)| !is_far_below(row, next)).count();
    Some((first, last.saturating_add(below).saturating_add(1)))
}

fn is_level(upper: &Row, lower: &Row) -> bool {
    match (upper.first(), lower.first()) {
        (Some(upper), Some(lower)) => lower.base - upper.base < lower.size.max(upper.size),
        _ => false,
    }
}

fn is_far_below(upper: &Row, lower: &Row) -> bool {
    match (upper.first(), lower.first()) {
        (Some(upper), Some(lower)) => lower.top() - upper.bottom() > FAR_BELOW * lower.size.max(upper.size),
        _ => false,
    }
}

/// Whether the two sides are columns; otherwise they are a table, read row by row.
fn are_columns(rows: &[Row], edge: f64) -> bool {
    let (mut left, mut right, mut both, mut left_letters) = (0_usize, 0_usize, 0_usize, 0_usize);
    for row in rows {
        let letters: usize =
            row.iter().filter(|run| is_left(run, edge)).map(|run| run.text.chars().count()).sum();
        let has_right = row.iter().any(|run| !is_left(run, edge));
        left = left.saturating_add(usize::from(letters > 0));
        right = right.saturating_add(usize::from(has_right));
        both = both.saturating_add(usize::from(letters > 0 && has_right));
        left_letters = left_letters.saturating_add(letters);
    }
    let is_table = both.saturating_mul(10) >= left.max(right).saturating_mul(9)
        && left_letters <= left.saturating_mul(SHORT_CELL);
    left >= 2 && right >= 2 && left.max(right) >= MIN_COLUMN_LINES && !is_table
}

fn place(page: usize, letters: &Letters, row: &Row) -> Option<Place> {
    let part = |length: f64, whole: f64| (10_000.0 * length / whole).clamp(0.0, 10_000.0) as u16;
    let least = |of: fn(&Run) -> f64| row.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Run) -> f64| row.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    Some(Place {
        page: u16::try_from(page).ok()?,
        left: part(least(|run| run.left), letters.width),
        top: part(least(Run::top), letters.height),
        right: part(most(|run| run.right), letters.width),
        bottom: part(most(Run::bottom), letters.height),
    })
}
