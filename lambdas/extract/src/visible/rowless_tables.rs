//! Reads tables without row elements: a cell with a name, then cells with amounts. Rows are found by
//! repetition.

use std::collections::HashSet;

use super::containers::Container;
use super::growth::ancestors;
use super::outline::Outline;
use crate::cues;
use crate::dom::NodeId;

const MAX_CELLS: usize = 600;
/// Possible numbers of columns: name, amount, perhaps percentage and note.
const COLUMNS: std::ops::RangeInclusive<usize> = 2..=4;
const MIN_ROWS: usize = 2;

pub(super) fn rows(outline: &Outline<'_>, blocks: &[usize]) -> Vec<Container> {
    let (Some(from), Some(to)) = (blocks.first(), blocks.last()) else { return Vec::new() };
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for block in blocks {
        let holds_more = |node: &NodeId| {
            let (first, end) = outline.span(*node);
            end > first.saturating_add(1)
        };
        let Some(parent) = ancestors(outline, outline.node(*block)).find(holds_more) else { continue };
        let (first, end) = outline.span(parent);
        if first >= *from && end <= to + 1 && seen.insert(parent) {
            found.extend(RowlessTable::of(outline, parent).map(RowlessTable::lines).unwrap_or_default());
        }
    }
    found.sort_by_key(|row| row.first);
    found
}

#[derive(Clone, Copy)]
struct Cell<'a> {
    kind: (&'a str, Option<&'a str>),
    block: usize,
    text: &'a str,
}

struct RowlessTable<'a> {
    /// Cells before the first row.
    captions: Vec<Cell<'a>>,
    /// Headings of the columns, such as "kg" and "%".
    heads: Vec<Cell<'a>>,
    rows: Vec<Vec<Cell<'a>>>,
}

impl<'a> RowlessTable<'a> {
    fn of(outline: &'a Outline<'_>, parent: NodeId) -> Option<Self> {
        let cells = cells(outline, parent)?;
        let (start, width) = period(&cells)?;
        let (captions, body) = cells.split_at_checked(start)?;
        let mut rows: Vec<Vec<Cell<'_>>> = body.chunks_exact(width).map(<[Cell<'_>]>::to_vec).collect();
        let is_head = |row: &Vec<Cell<'_>>| row.iter().all(|cell| !cues::has_number(cell.text));
        let heads = if rows.first().is_some_and(is_head) { rows.remove(0) } else { Vec::new() };
        let is_counted =
            |row: &&Vec<Cell<'_>>| row.iter().skip(1).any(|cell| cues::is_bare_amount(cell.text));
        let begins_with_name = |row: &Vec<Cell<'_>>| {
            row.first().is_some_and(|cell| {
                cell.text.contains(char::is_alphabetic) && !cues::starts_with_amount(cell.text)
            })
        };
        let counted = rows.iter().filter(is_counted).count();
        let is_list = rows.len() >= MIN_ROWS && counted * 2 > rows.len() && rows.iter().all(begins_with_name);
        is_list.then(|| Self { captions: captions.to_vec(), heads, rows })
    }

    fn lines(self) -> Vec<Container> {
        let captions = self.captions.iter().filter(|cell| !cell.text.is_empty());
        let caption = |cell: &Cell<'_>| Container {
            first: cell.block,
            end: cell.block + 1,
            text: cell.text.to_owned(),
            is_group: true,
        };
        let mut lines: Vec<Container> = captions.map(caption).collect();
        let mut rows = self.rows.iter().filter_map(|row| self.line(row));
        let head = self.heads.iter().find(|cell| !cell.text.is_empty()).map(|cell| cell.block);
        lines.extend(rows.next().map(|row| Container { first: head.unwrap_or(row.first), ..row }));
        lines.extend(rows);
        lines
    }

    fn line(&self, row: &[Cell<'_>]) -> Option<Container> {
        let (name, others) = row.split_first()?;
        let (mut amounts, mut notes) = (Vec::new(), Vec::new());
        for (column, cell) in (1..).zip(others) {
            let unit = self.heads.get(column).map_or_else(String::new, |head| head.text.to_lowercase());
            if unit == "%" || !cell.text.contains(char::is_alphanumeric) {
                continue;
            }
            if cues::is_bare_amount(cell.text) {
                amounts.push(cell.text.to_owned());
                amounts.extend(Some(unit).filter(|unit| cues::is_unit(unit)));
            } else {
                notes.push(cell.text.to_owned());
            }
        }
        let words = amounts.into_iter().chain([name.text.to_owned()]).chain(notes);
        let shown = || row.iter().filter(|cell| !cell.text.is_empty()).map(|cell| cell.block);
        Some(Container {
            first: shown().min()?,
            end: shown().max()? + 1,
            text: words.collect::<Vec<_>>().join(" "),
            is_group: false,
        })
    }
}

fn cells<'a>(outline: &'a Outline<'_>, parent: NodeId) -> Option<Vec<Cell<'a>>> {
    let dom = outline.dom;
    let children = std::iter::successors(dom.node(parent).first, |node| dom.node(*node).next);
    let elements = children.filter(|node| !dom.name(*node).is_empty()).take(MAX_CELLS);
    elements
        .map(|node| {
            let (block, end) = outline.span(node);
            let kind = (dom.name(node), dom.attribute(node, "class"));
            let text = if end > block { outline.text(block) } else { "" };
            (end <= block.saturating_add(1)).then_some(Cell { kind, block, text })
        })
        .collect()
}

/// First cell and width of the rows, from the first kind that repeats at equal distances.
fn period(cells: &[Cell<'_>]) -> Option<(usize, usize)> {
    let mut seen = HashSet::new();
    let firsts = cells.iter().enumerate().filter(|(_, cell)| seen.insert(cell.kind));
    firsts.take(COLUMNS.end() + 1).find_map(|(start, first)| {
        let at: Vec<usize> = (start..)
            .zip(cells.iter().skip(start))
            .filter(|(_, cell)| cell.kind == first.kind)
            .map(|(at, _)| at)
            .collect();
        let width = at.get(1)?.checked_sub(start)?;
        let is_even = at.array_windows().all(|[one, two]| two - one == width);
        let is_whole = cells.len().checked_sub(start)?.is_multiple_of(width);
        (COLUMNS.contains(&width) && is_even && is_whole && at.len() > MIN_ROWS.saturating_sub(1))
            .then_some((start, width))
    })
}

#[cfg(test)]
mod tests {
    use crate::visible::tests::{STEP_LINES, STEPS, check};

    #[test]
    fn cells_without_row_elements_are_grouped_into_rows() {
        for (cells, lines) in [
            (
                "<div><b class='cap'>Crust</b><i class='n'></i><i class='q'>KG</i><i class='n'>Rye flour</i><i class='q'>1.500</i>\
                 <i class='n'>Malt</i><i class='q'>-</i><i class='n'>Water (cold)</i><i class='q'>0.900</i></div>",
                &["Crust| 1.500 kg Rye flour", "Crust| Malt", "Crust| 0.900 kg Water (cold)"][..],
            ),
            // Percentages are not amounts.
            (
                "<div><i class='n'>What</i><i class='q'>g</i><i class='s'>%</i><i class='n'>Rye flour</i><i class='q'>500</i>\
                 <i class='s'>62.50</i><i class='n'>Water</i><i class='q'>300</i><i class='s'>37.50</i></div>",
                &["500 g Rye flour", "300 g Water"],
            ),
            (
                "<dl><dt>Rye flour</dt><dd>500 g</dd><dt>Water</dt><dd>300 ml</dd><dt>Salt</dt><dd>10 g</dd></dl>",
                &["500 g Rye flour", "300 ml Water", "10 g Salt"],
            ),
        ] {
            let cells = cells
                .replace("<i", "<div")
                .replace("</i", "</div")
                .replace("<b", "<div")
                .replace("</b", "</div");
            let page = format!("<h1>Bread</h1><article><h2>Ingredients</h2>{cells}{STEPS}</article>");
            check(&page, lines, &STEP_LINES);
        }
    }
}
