//! Rows of facts: names above, values below, each value under its name. Read across they would be torn apart.

use super::line::Line;
use crate::Word;

/// The lines, where a row of names and the row of their values became one line for each pair.
pub(super) fn paired(lines: Vec<Line>) -> Vec<Line> {
    let mut out = Vec::with_capacity(lines.len());
    let mut rest = lines.into_iter().peekable();
    while let Some(line) = rest.next() {
        let pairs = rest.peek().and_then(|below| pairs(&line, below));
        match pairs {
            Some(pairs) => {
                out.extend(pairs);
                rest.next();
            }
            None => out.push(line),
        }
    }
    out
}

fn pairs(names: &Line, values: &Line) -> Option<Vec<Line>> {
    if names.region != values.region {
        return None;
    }
    let (above, below) = (cells(names), cells(values));
    let has_digit = |cell: &[&Word]| cell.iter().any(|w| w.text.chars().any(|c| c.is_ascii_digit()));
    let are_facts = above.len() >= 2
        && above.len() == below.len()
        && !above.iter().any(|cell| has_digit(cell))
        && below.iter().all(|cell| has_digit(cell))
        && above.iter().zip(&below).all(|(name, value)| stand_below(name, value));
    are_facts.then(|| {
        above
            .into_iter()
            .zip(below)
            .map(|(name, value)| Line::new(names.region, &[name, value].concat()))
            .collect()
    })
}

/// A line's words, parted where there is much blank.
fn cells(line: &Line) -> Vec<Vec<&Word>> {
    let mut cells: Vec<Vec<&Word>> = Vec::new();
    let mut end = 0;
    for word in &line.words {
        let blank = f64::from(word.area.left) - f64::from(end);
        end = word.area.left.saturating_add(word.area.width);
        match cells.last_mut() {
            Some(cell) if blank < line.size * 1.3 => cell.push(word),
            _ => cells.push(vec![word]),
        }
    }
    cells
}

/// Whether the middle of either lies within the other's width.
fn stand_below(name: &[&Word], value: &[&Word]) -> bool {
    let span = |cell: &[&Word]| {
        let area = super::line::around(cell.iter().map(|w| w.area));
        (area.left, area.left + area.width / 2, area.left.saturating_add(area.width))
    };
    let (a, b) = (span(name), span(value));
    let lies_in = |at: u32, other: (u32, u32, u32)| at >= other.0 && at <= other.2;
    lies_in(a.1, b) || lies_in(b.1, a)
}
