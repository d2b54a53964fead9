//! Orders a page's lines in reading order: column by column, tables by row.

use extract::{Place, TextLine};

use super::columns::{columns, is_left};
use super::glyphs::Letters;
use super::rows::{Row, Run, STEPS, counted, usual};
use crate::documents::paragraphs::starts_with_amount;

/// Maximum distance between a label (amount or number) and its text, in font sizes.
const MAX_LABEL_DISTANCE: f64 = 8.0;
/// Minimum share of line gaps with the same rounded value, for it to be the regular line spacing.
const MIN_REGULAR_SHARE: f64 = 0.06;
const MAX_COLUMN_DEPTH: u32 = 6;
/// Minimum extra line spacing that counts as a gap.
const CLEAR_SPACE: f64 = 0.15;

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
        for row in block.iter().flat_map(|row| entries(row)) {
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

/// The cells of a row if each is a whole entry of a list, such as "2 eggs" beside "1 cup milk"; otherwise the row.
fn entries(row: &Row) -> Vec<&[Run]> {
    let is_entry = |run: &Run| starts_with_amount(&run.text) && !is_label(&run.text);
    if row.iter().all(is_entry) { row.chunks(1).collect() } else { vec![row] }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 1.0 }
}

fn regular_line_spacing(values: impl Iterator<Item = f64>) -> f64 {
    let counts = counted(values.map(|value| (value, 1)));
    let all: usize = counts.values().sum();
    let first = counts.into_iter().find(|(_, count)| *count as f64 >= MIN_REGULAR_SHARE * all as f64);
    first.map_or(1.0, |(step, _)| step as f64 / STEPS)
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

fn place(page: usize, letters: &Letters, row: &[Run]) -> Option<Place> {
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
