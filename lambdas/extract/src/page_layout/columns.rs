//! Detects two columns side by side.

use recipe::Span;

use super::{GUTTER, TextRow, TextRun, starts_with_amount, usual};

/// Minimum lines of the longer of two columns.
const MIN_COLUMN_LINES: usize = 3;
/// Maximum left edges tested as the start of a column.
const MAX_COLUMN_EDGES: usize = 48;
/// Gap that ends columns, in font sizes.
const FAR_BELOW: f64 = 2.5;
/// Maximum average number of letters in the left cells of a table.
const SHORT_CELL: usize = 14;
/// Prominence of bold text relative to other text of its size.
const BOLD_PROMINENCE: f64 = 1.1;
/// Minimum prominence of a heading relative to other text.
const LARGER: f64 = 1.05;
/// Minimum distance of rows with a gap between them, relative to the usual distance in the column.
const CLEAR_GAP: f64 = 1.3;

pub(super) struct Columns {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) edge: f64,
}

impl Columns {
    fn rows(&self) -> usize {
        self.end.saturating_sub(self.start)
    }
}

pub(super) fn is_left(run: &TextRun, edge: f64) -> bool {
    run.left < edge - 1.0
}

/// The longest columns side by side in the rows of a page.
pub(super) fn columns(rows: &[TextRow]) -> Option<Columns> {
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
fn stretch(rows: &[TextRow], edge: f64) -> Option<Columns> {
    let is_clear =
        |row: &TextRow| row.iter().all(|run| !is_left(run, edge) || run.right <= edge - GUTTER * run.size);
    let mut best: Option<Columns> = None;
    let mut start = 0;
    while start < rows.len() {
        let length = rows.span(start..).iter().take_while(|row| is_clear(row)).count();
        let end = start.saturating_add(length);
        if let Some((first, last)) = trimmed(rows, start, end, edge) {
            let columns = rows.span(first..last);
            let is_crossed = end < rows.len();
            let below = if is_crossed { rows_below(columns, edge) } else { 0 };
            let last = last.saturating_sub(below);
            if best.as_ref().is_none_or(|best| last.saturating_sub(first) > best.rows())
                && Sides::of(rows.span(first..last), edge).are_columns()
                && !are_bars(rows.span(first..last), edge)
            {
                best = Some(Columns { start: first, end: last, edge });
            }
        }
        start = start.saturating_add(length.max(1));
    }
    best
}

/// Removes rows above the right column, and rows far below both columns.
fn trimmed(rows: &[TextRow], start: usize, end: usize, edge: f64) -> Option<(usize, usize)> {
    let has_right = |row: &TextRow| row.iter().any(|run| !is_left(run, edge));
    let rows = rows.get(..end)?;
    let top = start.checked_add(rows.get(start..)?.iter().position(has_right)?)?;
    let top = top.checked_add(centred_rows(rows.get(top..)?, edge))?;
    // The left column may start less than one font size higher.
    let highest = rows.get(top)?;
    let level = rows.get(start..top)?.iter().rev().take_while(|row| is_level(row, highest)).count();
    let first = top.saturating_sub(level);
    let last = rows.iter().rposition(has_right)?;
    let tail = rows.get(last..)?;
    let prominence = rows.get(first..=last)?.iter().map(prominence).fold(0.0, f64::max);
    let below = tail
        .iter()
        .zip(tail.iter().skip(1))
        .take_while(|(row, next)| !is_far_below(row, next) && !is_more_prominent(next, prominence))
        .count();
    Some((first, last.saturating_add(below).saturating_add(1)))
}

/// Number of rows at the end of the left column that belong to the text across both columns below: headings, and
/// in lists all rows after the first gap.
fn rows_below(columns: &[TextRow], edge: f64) -> usize {
    let is_left_only = |row: &TextRow| row.iter().all(|run| is_left(run, edge));
    let tail = columns.iter().rev().take_while(|row| is_left_only(row)).count();
    let start = columns.len().saturating_sub(tail);
    let (beside, below) = (columns.span(..start), columns.span(start..));
    let usual_prominence = usual(columns.iter().map(|row| (prominence(row), 1)));
    let headings = below.iter().rev().take_while(|row| is_more_prominent(row, usual_prominence)).count();
    if !Sides::of(beside, edge).are_lists() {
        return headings;
    }
    let left: Vec<&TextRow> = columns.iter().filter(|row| row.iter().any(|run| is_left(run, edge))).collect();
    let usual_gap = usual(left.windows(2).filter_map(|pair| Some((gap(pair.first()?, pair.last()?), 1))));
    let before = left.len().saturating_sub(tail);
    let is_gap = |at: &usize| {
        let upper = at.checked_sub(1).and_then(|upper| left.get(upper));
        upper.zip(left.get(*at)).is_some_and(|(upper, lower)| gap(upper, lower) > CLEAR_GAP * usual_gap)
    };
    let first = (before..left.len()).find(is_gap);
    first.map_or(headings, |first| left.len().saturating_sub(first))
}

fn gap(upper: &TextRow, lower: &TextRow) -> f64 {
    upper.first().zip(lower.first()).map_or(0.0, |(upper, lower)| lower.base - upper.base)
}

/// Size of the row's first run; bold text counts as larger.
fn prominence(row: &TextRow) -> f64 {
    row.first().map_or(0.0, |run| if run.is_bold { run.size * BOLD_PROMINENCE } else { run.size })
}

/// Whether the row is a heading that belongs to neither column.
fn is_more_prominent(row: &TextRow, prominence_of_columns: f64) -> bool {
    prominence(row) > prominence_of_columns * LARGER
}

/// Number of rows at the top that are centred over both columns: without text on the left, and starting left of
/// the right column.
fn centred_rows(rows: &[TextRow], edge: f64) -> usize {
    let mut lefts: Vec<f64> =
        rows.iter().flatten().map(|run| run.left).filter(|left| *left >= edge - 1.0).collect();
    lefts.sort_by(f64::total_cmp);
    let shared = lefts.windows(2).find_map(|pair| match pair {
        [one, other] if other - one <= 1.0 => Some(*one),
        _ => None,
    });
    let Some(column) = shared else { return 0 };
    let is_centred = |row: &&TextRow| row.iter().all(|run| !is_left(run, edge) && run.left < column - 1.0);
    rows.iter().take_while(is_centred).count()
}

fn is_level(upper: &TextRow, lower: &TextRow) -> bool {
    match (upper.first(), lower.first()) {
        (Some(upper), Some(lower)) => lower.base - upper.base < lower.size.max(upper.size),
        _ => false,
    }
}

fn is_far_below(upper: &TextRow, lower: &TextRow) -> bool {
    distance(upper, lower).is_some_and(|gap| gap > FAR_BELOW)
}

/// Whether the rows are bars, such as the menus of a web page: far apart, and on the right not below each other.
fn are_bars(rows: &[TextRow], edge: f64) -> bool {
    let is_far = |[upper, lower]: &[TextRow; 2]| distance(upper, lower).is_some_and(|gap| gap > 1.0);
    let spans = rows.iter().filter_map(|row| {
        let first = row.iter().find(|run| !is_left(run, edge))?;
        Some((first.left, row.last()?.right))
    });
    let widest = spans.clone().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let is_apart =
        |(left, right): (f64, f64)| widest.is_some_and(|widest| left >= widest.1 || widest.0 >= right);
    rows.array_windows().all(is_far) && spans.clone().any(is_apart)
}

/// White space between two rows, in font sizes.
fn distance(upper: &TextRow, lower: &TextRow) -> Option<f64> {
    let (upper, lower) = (upper.first()?, lower.first()?);
    Some((lower.top() - upper.bottom()) / lower.size.max(upper.size))
}

/// Counts of rows with text on the left and right of an edge.
#[derive(Default)]
struct Sides {
    left: usize,
    right: usize,
    both: usize,
    left_letters: usize,
    left_amounts: usize,
    right_amounts: usize,
    right_capitals: usize,
}

impl Sides {
    fn of(rows: &[TextRow], edge: f64) -> Self {
        let mut sides = Self::default();
        for row in rows {
            let (left, right): (Vec<&TextRun>, Vec<&TextRun>) =
                row.iter().partition(|run| is_left(run, edge));
            let amount = |runs: &[&TextRun]| {
                usize::from(runs.first().is_some_and(|run| starts_with_amount(&run.text)))
            };
            let letters: usize = left.iter().map(|run| run.text.chars().count()).sum();
            sides.left = sides.left.saturating_add(usize::from(!left.is_empty()));
            sides.right = sides.right.saturating_add(usize::from(!right.is_empty()));
            sides.both = sides.both.saturating_add(usize::from(!left.is_empty() && !right.is_empty()));
            sides.left_letters = sides.left_letters.saturating_add(letters);
            sides.left_amounts = sides.left_amounts.saturating_add(amount(&left));
            sides.right_amounts = sides.right_amounts.saturating_add(amount(&right));
            let is_capital = right.first().is_some_and(|run| run.text.starts_with(char::is_uppercase));
            sides.right_capitals = sides.right_capitals.saturating_add(usize::from(is_capital));
        }
        sides
    }

    /// Whether at least half of the rows on each side start with an amount.
    fn are_lists(&self) -> bool {
        self.left_amounts.saturating_mul(2) >= self.left && self.right_amounts.saturating_mul(2) >= self.right
    }

    /// Whether a list is beside sentences, and not beside notes such as "peeled".
    fn are_list_and_sentences(&self) -> bool {
        self.left_amounts.saturating_mul(2) >= self.left
            && self.right_capitals.saturating_mul(2) >= self.right
    }

    /// Whether the two sides are columns; otherwise they are a table, read row by row.
    fn are_columns(&self) -> bool {
        let is_table = self.both.saturating_mul(10) >= self.left.max(self.right).saturating_mul(9)
            && self.left_letters <= self.left.saturating_mul(SHORT_CELL)
            && !self.are_list_and_sentences();
        let are_long = self.left.max(self.right) >= MIN_COLUMN_LINES && !is_table;
        self.left >= 2 && self.right >= 2 && (self.are_lists() || are_long)
    }
}
