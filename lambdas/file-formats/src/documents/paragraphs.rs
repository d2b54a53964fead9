//! Converts paragraphs and tables of DOCX, ODT, RTF and EPUB to text lines.

use extract::page_layout::starts_with_amount;
use extract::{Role, Text, TextLine, Wrapping};
use recipe::Language;

use crate::documents::DocumentError;

const MAX_SIZES: usize = 50;
/// Maximum lines; a cookbook of 1,000 pages has half as many.
const MAX_LINES: usize = 60_000;
const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Paragraph {
    /// Text; a newline is a manual line break.
    pub(crate) text: String,
    pub(crate) role: Role,
    pub(crate) is_bold: bool,
    pub(crate) points: Option<f32>,
}

impl Paragraph {
    fn lines(&self) -> Vec<String> {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = match self.role {
            Role::Plain => self.text.split('\n').map(squeezed).collect(),
            _ => vec![squeezed(&self.text)],
        };
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }
}

#[derive(Default)]
pub(crate) struct Lines {
    lines: Vec<TextLine>,
    points: Vec<Option<f32>>,
    block: u32,
    is_block_fresh: bool,
    gap: u16,
    bytes: usize,
}

impl Lines {
    pub(crate) fn add(&mut self, paragraph: &Paragraph) -> Result<(), DocumentError> {
        let lines = paragraph.lines();
        if lines.is_empty() {
            self.gap = self.gap.saturating_add(1);
            return Ok(());
        }
        for text in lines {
            self.bytes = self.bytes.saturating_add(text.len());
            if self.lines.len() == MAX_LINES || self.bytes > MAX_TEXT_BYTES {
                return Err(DocumentError::TooLarge);
            }
            let gap = std::mem::take(&mut self.gap);
            let is_first = std::mem::take(&mut self.is_block_fresh) || self.lines.is_empty();
            self.points.push(paragraph.points);
            self.lines.push(TextLine {
                text,
                role: paragraph.role,
                block: self.block,
                is_bold: paragraph.is_bold,
                space_above: if is_first { 0.0 } else { f32::from(gap.min(5)) },
                ..TextLine::default()
            });
        }
        Ok(())
    }

    pub(crate) fn start_block(&mut self) {
        if self.lines.last().is_some_and(|line| line.block == self.block) {
            self.block = self.block.saturating_add(1);
            self.is_block_fresh = true;
        }
        self.gap = 0;
    }

    pub(crate) fn into_paragraphs(self) -> Vec<Paragraph> {
        let paragraph = |line: TextLine| Paragraph {
            text: line.text,
            role: line.role,
            is_bold: line.is_bold,
            points: None,
        };
        self.finish(None, None).lines.into_iter().map(paragraph).collect()
    }

    pub(crate) fn finish(mut self, name: Option<String>, language: Option<Language>) -> Text {
        let body = self.body_points();
        for (line, points) in self.lines.iter_mut().zip(&self.points) {
            if let (Some(points), Some(body)) = (points, body) {
                line.size = points / body;
            }
        }
        Text { lines: self.lines, wrapping: Wrapping::Whole, name, language, ..Text::default() }
    }

    fn body_points(&self) -> Option<f32> {
        let mut letters: Vec<(f32, usize)> = Vec::new();
        for (line, points) in self.lines.iter().zip(&self.points) {
            let Some(points) = *points else { continue };
            if let Some((_, count)) = letters.iter_mut().find(|(known, _)| (*known - points).abs() < 0.01) {
                *count = count.saturating_add(line.text.len());
            } else if letters.len() < MAX_SIZES {
                letters.push((points, line.text.len()));
            }
        }
        letters.into_iter().max_by_key(|(_, count)| *count).map(|(points, _)| points)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) paragraphs: Vec<Paragraph>,
}

impl Cell {
    fn lines(&self) -> usize {
        self.paragraphs.iter().map(|paragraph| paragraph.lines().len()).sum()
    }

    fn words(&self) -> String {
        self.paragraphs.iter().flat_map(Paragraph::lines).collect::<Vec<_>>().join(" ")
    }
}

/// Maximum characters of an ingredient's name.
const LONGEST_NAME_CHARS: usize = 30;

/// Adds a table. Side-by-side texts are read by column, in blocks of their own; amounts and names are read by row.
pub(crate) fn add_table(rows: Vec<Vec<Cell>>, lines: &mut Lines) -> Result<(), DocumentError> {
    let is_box = rows.iter().all(|row| row.len() <= 1);
    if is_box {
        lines.start_block();
    }
    let mut open: Vec<Vec<Cell>> = Vec::new();
    for row in rows {
        // A full-width cell separates the rows above and below.
        if row.len() <= 1 {
            add_rows(std::mem::take(&mut open), lines)?;
            for paragraph in row.iter().flat_map(|cell| &cell.paragraphs) {
                lines.add(paragraph)?;
            }
        } else {
            open.push(row);
        }
    }
    add_rows(open, lines)?;
    if is_box {
        lines.start_block();
    }
    Ok(())
}

/// Returns the paragraphs of a table within a cell.
pub(crate) fn paragraphs_of_table(rows: Vec<Vec<Cell>>) -> Result<Vec<Paragraph>, DocumentError> {
    let mut lines = Lines::default();
    add_table(rows, &mut lines)?;
    Ok(lines.into_paragraphs())
}

fn add_rows(rows: Vec<Vec<Cell>>, lines: &mut Lines) -> Result<(), DocumentError> {
    if is_side_by_side(&rows) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        for column in 0..columns {
            lines.start_block();
            for cell in rows.iter().filter_map(|row| row.get(column)) {
                for paragraph in &cell.paragraphs {
                    lines.add(paragraph)?;
                }
            }
        }
        lines.start_block();
        return Ok(());
    }
    let texts: Vec<Vec<String>> = rows.iter().map(|row| words_of_cells(row)).collect();
    let are_steps = are_numbered_steps(&texts);
    for (row, cells) in rows.iter().zip(&texts) {
        let first =
            row.iter().flat_map(|cell| &cell.paragraphs).find(|paragraph| !paragraph.text.trim().is_empty());
        let Some(first) = first else { continue };
        let paragraph = match numbered(cells).filter(|_| are_steps) {
            Some((number, text)) => {
                Paragraph { text, role: Role::Numbered(number), is_bold: false, points: None }
            }
            None => Paragraph { text: cells.join(" "), ..first.clone() },
        };
        lines.add(&paragraph)?;
    }
    Ok(())
}

fn words_of_cells(row: &[Cell]) -> Vec<String> {
    row.iter().map(Cell::words).filter(|words| !words.is_empty()).collect()
}

/// The number in the first cell and the text of the others.
fn numbered(cells: &[String]) -> Option<(u32, String)> {
    let [count, rest @ ..] = cells else { return None };
    step_count(count).filter(|_| !rest.is_empty()).map(|number| (number, rest.join(" ")))
}

/// Whether the rows are sentences with numbers from 1, and not names with amounts.
fn are_numbered_steps(rows: &[Vec<String>]) -> bool {
    let numbered: Vec<(u32, String)> = rows.iter().filter_map(|cells| numbered(cells)).collect();
    let is_sentence = |text: &str| {
        text.starts_with(char::is_uppercase)
            && (text.ends_with(['.', '!']) || text.chars().count() > LONGEST_NAME_CHARS)
    };
    let sentences = numbered.iter().filter(|(_, text)| is_sentence(text)).count();
    !numbered.is_empty()
        && (1..).zip(&numbered).all(|(number, (found, _))| number == *found)
        && sentences.saturating_mul(2) >= numbered.len()
}

fn is_side_by_side(rows: &[Vec<Cell>]) -> bool {
    let cells = || rows.iter().flatten();
    if cells().any(|cell| cell.lines() >= 3) {
        return true;
    }
    let starts_with_amount = |cell: &&Cell| starts_with_amount(&cell.words());
    let filled: Vec<&Vec<Cell>> =
        rows.iter().filter(|row| row.len() >= 2 && row.iter().all(|cell| cell.lines() > 0)).collect();
    if filled.len() < 2 {
        return false;
    }
    // Ingredients in two columns: in most rows, both cells are complete lines.
    let is_list = |row: &&&Vec<Cell>| row.len() == 2 && row.iter().all(|cell| starts_with_amount(&cell));
    // Ingredients beside steps: long text on the right, and more than a number on the left.
    let is_beside = |row: &&&Vec<Cell>| {
        let [left, right] = row.as_slice() else { return false };
        right.words().chars().count() > 60 && starts_with_amount(&left)
    };
    let count = |is: &dyn Fn(&&&Vec<Cell>) -> bool| filled.iter().filter(|row| is(row)).count();
    let (all, lists, beside) = (filled.len(), count(&is_list), count(&is_beside));
    lists.saturating_mul(3) >= all.saturating_mul(2) || beside.saturating_mul(2) >= all
}

fn step_count(text: &str) -> Option<u32> {
    text.trim_end_matches(['.', ')', ':']).parse().ok().filter(|number| (1..100).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        let paragraphs =
            text.split('|').map(|text| Paragraph { text: text.to_owned(), ..Paragraph::default() }).collect();
        Cell { paragraphs }
    }

    fn table(rows: &[&[&str]]) -> Vec<(u32, String)> {
        let mut lines = Lines::default();
        add_table(rows.iter().map(|row| row.iter().map(|text| cell(text)).collect()).collect(), &mut lines)
            .unwrap();
        lines.finish(None, None).lines.into_iter().map(|line| (line.block, line.text)).collect()
    }

    fn expected(lines: &[(u32, &str)]) -> Vec<(u32, String)> {
        lines.iter().map(|(block, text)| (*block, (*text).to_owned())).collect()
    }

    #[test]
    fn texts_side_by_side_are_read_column_by_column() {
        assert_eq!(
            table(&[&["Soup"], &["Ingredients", "Method"], &["1 leek|salt|water", "Boil.|Eat."]]),
            expected(&[
                (0, "Soup"),
                (1, "Ingredients"),
                (1, "1 leek"),
                (1, "salt"),
                (1, "water"),
                (2, "Method"),
                (2, "Boil."),
                (2, "Eat.")
            ])
        );
        assert_eq!(
            table(&[&["2 figues", "1 citron"], &["3 œufs", "10 g de sel"]]),
            expected(&[(0, "2 figues"), (0, "3 œufs"), (1, "1 citron"), (1, "10 g de sel")])
        );
    }

    #[test]
    fn rows_of_amounts_and_names_are_lines() {
        assert_eq!(
            table(&[&["200 g", "harina"], &["2", "huevos"], &["", "sal"]]),
            expected(&[(0, "200 g harina"), (0, "2 huevos"), (0, "sal")])
        );
    }

    #[test]
    fn blank_paragraphs_are_space_and_breaks_are_lines() {
        let mut lines = Lines::default();
        for (text, role) in [("a\nb", Role::Plain), (" ", Role::Plain), ("c\nd", Role::Item)] {
            lines.add(&Paragraph { text: text.to_owned(), role, ..Paragraph::default() }).unwrap();
        }
        let spaced: Vec<_> =
            lines.finish(None, None).lines.into_iter().map(|line| (line.text, line.space_above)).collect();
        assert_eq!(spaced, [("a".to_owned(), 0.0), ("b".to_owned(), 0.0), ("c d".to_owned(), 1.0)]);
    }
}
