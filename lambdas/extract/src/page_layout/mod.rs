//! Puts the lines of printed pages in reading order: column by column, tables by row.

mod columns;

use std::collections::BTreeMap;

use crate::extraction::Place;
use crate::text_layout::{Role, TextLine};
use columns::{columns, is_left};

/// Minimum gap between columns, in font sizes.
pub const GUTTER: f64 = 0.9;
/// Maximum difference of baselines in a line, in font sizes.
const SAME_LINE: f64 = 0.3;
/// Values are rounded to 1 / `STEPS`.
const STEPS: f64 = 20.0;
/// Maximum distance between a label (amount or number) and its text, in font sizes.
const MAX_LABEL_DISTANCE: f64 = 8.0;
/// Minimum share of line gaps with the same rounded value, for it to be the regular line spacing.
const MIN_REGULAR_SHARE: f64 = 0.06;
const MAX_COLUMN_DEPTH: u32 = 6;
/// Minimum extra line spacing that counts as a gap.
const CLEAR_SPACE: f64 = 0.15;

/// Part of a printed line without a wide gap. Lengths are in a unit of about a tenth of the usual font size, such as
/// points; edges that differ by one unit are the same.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// Words with a space between them.
    pub text: String,
    /// Distance of the left edge from the page's left edge.
    pub left: f64,
    /// Distance of the right edge from the page's left edge.
    pub right: f64,
    /// Distance of the baseline from the page's top.
    pub base: f64,
    /// Font size, in the same unit.
    pub size: f64,
    /// Whether most letters are bold.
    pub is_bold: bool,
    /// `Item` if a bullet, which is not in `text`, is before it.
    pub role: Role,
    /// OCR confidence, in percent.
    pub confidence: u8,
    /// The starts of the words after the first.
    pub words: Vec<WordStart>,
}

/// The start of a word that is not the run's first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordStart {
    /// Distance of its left edge from the page's left edge.
    pub left: f64,
    /// The same of the right edge of the word before it.
    pub end_before: f64,
    /// Byte offset of its space in the run's text.
    pub start: usize,
}

impl TextRun {
    fn top(&self) -> f64 {
        self.base - 0.8 * self.size
    }

    fn bottom(&self) -> f64 {
        self.base + 0.2 * self.size
    }

    fn first_word_end(&self) -> f64 {
        self.words.first().map_or(self.right, |word| word.end_before)
    }

    /// Appends a run of the same row.
    pub fn append(&mut self, next: &Self) {
        self.words.push(WordStart { left: next.left, end_before: self.right, start: self.text.len() });
        self.text = format!("{} {}", self.text.trim(), next.text.trim());
        self.right = next.right;
        self.size = self.size.max(next.size);
        self.is_bold &= next.is_bold;
        self.confidence = self.confidence.min(next.confidence);
    }
}

/// The runs of one line, from left to right.
pub type TextRow = Vec<TextRun>;

/// A printed page. Lengths are in the unit of its runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintedPage {
    /// Index in the document, from 0.
    pub number: u16,
    /// Width of the paper.
    pub width: f64,
    /// Height of the paper.
    pub height: f64,
    /// The rows from top to bottom.
    pub rows: Vec<TextRow>,
}

impl PrintedPage {
    fn place(&self, row: &[TextRun]) -> Place {
        let least = |of: fn(&TextRun) -> f64| row.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&TextRun) -> f64| row.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        Place {
            page: self.number,
            left: part(least(|run| run.left), self.width),
            top: part(least(TextRun::top), self.height),
            right: part(most(|run| run.right), self.width),
            bottom: part(most(TextRun::bottom), self.height),
        }
    }
}

/// A length in 1/10,000 of the page's width or height.
fn part(length: f64, whole: f64) -> u16 {
    (10_000.0 * length / whole).round().clamp(0.0, 10_000.0) as u16
}

/// Groups letters or words into printed lines; `line` returns the baseline and the font size.
pub fn group_by_baseline<T>(mut items: Vec<T>, line: impl Fn(&T) -> (f64, f64)) -> Vec<Vec<T>> {
    items.sort_by(|a, b| line(a).0.total_cmp(&line(b).0));
    let mut lines: Vec<Vec<T>> = Vec::new();
    for item in items {
        let (base, size) = line(&item);
        let is_same = |above: &&mut Vec<T>| {
            above.last().map(&line).is_some_and(|(above, other)| base - above <= SAME_LINE * size.min(other))
        };
        match lines.last_mut().filter(is_same) {
            Some(line) => line.push(item),
            None => lines.push(vec![item]),
        }
    }
    lines
}

/// The lines of the pages in reading order. Each column and each text across the page is a block.
#[must_use]
pub fn lines_in_reading_order(pages: Vec<PrintedPage>) -> Vec<TextLine> {
    let runs = pages.iter().flat_map(|page| &page.rows).flatten();
    let size = usual(runs.map(|run| (run.size, run.text.chars().count())));
    let mut blocks = Vec::new();
    for mut page in pages {
        let mut found = Vec::new();
        let rows = std::mem::take(&mut page.rows).into_iter().map(join_labels).collect();
        cut(rows, MAX_COLUMN_DEPTH, &mut found);
        blocks.extend(found.into_iter().map(|block| (page.clone(), block)));
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
                role: first.role,
                block: number,
                place: Some(page.place(row)),
                size: ratio(height, size) as f32,
                is_bold: row.iter().all(|run| run.is_bold),
                indent: ((first.left - left) / height.max(1.0)) as f32,
                space_above: if space > CLEAR_SPACE { space.min(50.0) as f32 } else { 0.0 },
                first_word: part(first.first_word_end() - first.left, page.width).into(),
                confidence: row.iter().map(|run| run.confidence).min().unwrap_or(100),
            });
        }
    }
    lines
}

/// The cells of a row if each is a whole entry of a list, such as "2 eggs" beside "1 cup milk"; otherwise the row.
fn entries(row: &TextRow) -> Vec<&[TextRun]> {
    let is_entry = |run: &TextRun| starts_with_amount(&run.text) && !is_label(&run.text);
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

fn join_labels(row: TextRow) -> TextRow {
    let mut joined: TextRow = Vec::new();
    for run in row {
        match joined.last_mut() {
            Some(label)
                if is_label(&label.text)
                    && run.left - label.right <= MAX_LABEL_DISTANCE * label.size.max(run.size) =>
            {
                label.append(&run);
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

fn cut(rows: Vec<TextRow>, depth: u32, blocks: &mut Vec<Vec<TextRow>>) {
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
        let (before, after): (TextRow, TextRow) = row.into_iter().partition(|run| is_left(run, columns.edge));
        left.extend((!before.is_empty()).then_some(before));
        right.extend((!after.is_empty()).then_some(after));
    }
    cut(left, depth, blocks);
    cut(right, depth, blocks);
    cut(below, depth, blocks);
}

/// Whether a number and a word, perhaps after a bullet, start the text: `2 eggs`, `• 200 g flour`.
#[must_use]
pub fn starts_with_amount(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    text.starts_with(char::is_numeric) && text.contains(char::is_alphabetic)
}

/// The most frequent value, rounded; values have weights.
fn usual(values: impl Iterator<Item = (f64, usize)>) -> f64 {
    let most = counted(values).into_iter().max_by_key(|(step, weight)| (*weight, std::cmp::Reverse(*step)));
    most.map_or(1.0, |(step, _)| step as f64 / STEPS)
}

/// Weights of the values in 1 / [`STEPS`].
fn counted(values: impl Iterator<Item = (f64, usize)>) -> BTreeMap<i64, usize> {
    let mut counts = BTreeMap::new();
    for (value, weight) in values.filter(|(value, _)| value.is_finite() && *value > 0.0) {
        let count: &mut usize = counts.entry(((value * STEPS).round() as i64).max(1)).or_default();
        *count = count.saturating_add(weight);
    }
    counts
}
