//! Pairs labels in one row with values below.

use super::line::Line;
use crate::Word;

/// Maximum rows below the first row of labels.
const MAX_ROWS: usize = 3;
const MAX_WORDS: usize = 6;
/// Maximum gap between rows, in font sizes.
const MAX_BLANK: f64 = 3.0;
/// Minimum gap between columns, in font sizes.
const MIN_GAP: f64 = 1.3;

/// Joins labels and values to one line per label: "Prep time: 5 min".
pub(super) fn pair_facts(lines: Vec<Line>) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((line, below)) = rest.split_first() {
        let found = Columns::of(line, below);
        rest = below.get(found.as_ref().map_or(0, |found| found.rows)..).unwrap_or_default();
        match found {
            Some(found) => out.extend(found.into_lines(line.region)),
            None => out.push(line.clone()),
        }
    }
    out
}

/// Words of a line without a wide gap.
type Cell<'a> = Vec<&'a Word>;

#[derive(Default)]
struct Column<'a> {
    name: Cell<'a>,
    value: Cell<'a>,
}

struct Columns<'a> {
    columns: Vec<Column<'a>>,
    /// Facts without a column: "Servings: 4".
    alone: Vec<Cell<'a>>,
    /// Number of further lines up to the last value.
    rows: usize,
}

impl<'a> Columns<'a> {
    fn of(names: &'a Line, below: &'a [Line]) -> Option<Self> {
        let above = cells(names);
        if above.len() < 2 || above.iter().any(|cell| has_digit(cell) || cell.len() > MAX_WORDS) {
            return None;
        }
        let columns = above.into_iter().map(|name| Column { name, value: Cell::new() }).collect();
        let mut found = Self { columns, alone: Vec::new(), rows: 0 };
        let mut last = names;
        for (rows, line) in (1..).zip(below.iter().take(MAX_ROWS)) {
            let is_near = line.region == names.region && line.blank_below(last) <= names.size * MAX_BLANK;
            let is_valued = cells(line).iter().any(|cell| has_digit(cell));
            // A label does not continue after a value.
            if !is_near || !is_valued && found.rows > 0 || !found.take(line) {
                break;
            }
            if is_valued {
                found.rows = rows;
            }
            if found.columns.iter().all(|column| !column.value.is_empty()) {
                break;
            }
            last = line;
        }
        let valued = found.columns.iter().filter(|column| !column.value.is_empty()).count();
        (valued >= 2).then_some(found)
    }

    /// Adds a row; returns `false` if its cells do not fit the columns.
    fn take(&mut self, row: &'a Line) -> bool {
        let cells = cells(row);
        let places: Vec<Option<usize>> = cells
            .iter()
            .map(|cell| {
                self.columns
                    .iter()
                    .position(|column| column.value.is_empty() && is_aligned(&column.name, cell))
            })
            .collect();
        let is_first = self.rows == 0;
        let fits = cells.iter().zip(&places).all(|(cell, place)| {
            cell.len() <= MAX_WORDS && (place.is_some() || is_first && has_digit(cell) && has_letter(cell))
        });
        // Two cells below one label are not a row of values.
        let taken: Vec<usize> = places.iter().flatten().copied().collect();
        let is_single = !taken.is_empty() && taken.array_windows().all(|[one, next]| one < next);
        if !fits || !is_single {
            return false;
        }
        for (cell, place) in cells.into_iter().zip(places) {
            match place.and_then(|at| self.columns.get_mut(at)) {
                Some(column) if has_digit(&cell) => column.value = cell,
                Some(column) => column.name.extend(cell),
                None => self.alone.push(cell),
            }
        }
        true
    }

    fn into_lines(self, region: u32) -> Vec<Line> {
        let pairs = self.columns.into_iter().map(|Column { name, value }| {
            let mut words: Vec<Word> = name.into_iter().cloned().collect();
            if let Some(last) = words.last_mut().filter(|last| !value.is_empty() && !last.text.ends_with(':'))
            {
                // The colon distinguishes "Prep" from a step heading.
                last.text.push(':');
            }
            words.extend(value.into_iter().cloned());
            words
        });
        let alone = self.alone.into_iter().map(|cell| cell.into_iter().cloned().collect());
        let mut facts: Vec<Line> = pairs
            .chain(alone)
            .map(|words: Vec<Word>| Line::new(region, &words.iter().collect::<Vec<_>>()))
            .collect();
        facts.sort_by_key(|fact| fact.area.left);
        facts
    }
}

fn has_digit(cell: &[&Word]) -> bool {
    cell.iter().any(|word| word.text.contains(char::is_numeric))
}

fn has_letter(cell: &[&Word]) -> bool {
    cell.iter().any(|word| word.text.chars().any(char::is_alphabetic))
}

fn cells(line: &Line) -> Vec<Cell<'_>> {
    let mut cells: Vec<Cell<'_>> = Vec::new();
    let mut end = 0;
    for word in &line.words {
        let blank = f64::from(word.area.left) - f64::from(end);
        end = word.area.left.saturating_add(word.area.width);
        match cells.last_mut() {
            Some(cell) if blank < line.size * MIN_GAP => cell.push(word),
            _ => cells.push(vec![word]),
        }
    }
    cells
}

fn is_aligned(name: &[&Word], value: &[&Word]) -> bool {
    let span = |cell: &[&Word]| {
        let area = super::line::around(cell.iter().map(|w| w.area));
        (area.left, area.left + area.width / 2, area.left.saturating_add(area.width))
    };
    let (a, b) = (span(name), span(value));
    let lies_in = |at: u32, other: (u32, u32, u32)| at >= other.0 && at <= other.2;
    lies_in(a.1, b) || lies_in(b.1, a)
}
