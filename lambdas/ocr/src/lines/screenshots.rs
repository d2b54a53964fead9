//! Puts the lines of screenshots in reading order, with the code for PDF files.

use extract::page_layout::{self, GUTTER, PrintedPage, TextRow, TextRun};
use extract::{Role, TextLine};

use super::line::Line;
use super::usual_size;
use crate::{Sheet, Word};

/// Usual font size, in units of [`TextRun`]. Left edges in a column differ by the shapes of letters, by less than a unit.
const USUAL_SIZE: f64 = 7.0;
/// Sizes that differ less from the usual one are the same.
const SAME_SIZE: f64 = 0.15;

pub(super) fn lines_in_reading_order(lines: &[Line], sheet: &Sheet, page: u16) -> Vec<TextLine> {
    let usual = usual_size(lines);
    let scale = USUAL_SIZE / usual;
    let runs = lines.iter().flat_map(|line| runs(line, usual, scale)).collect();
    let mut rows: Vec<TextRow> = page_layout::group_by_baseline(runs, |run| (run.base, run.size));
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    let (width, height) = (f64::from(sheet.width) * scale, f64::from(sheet.height) * scale);
    page_layout::lines_in_reading_order(vec![PrintedPage { number: page, width, height, rows }])
}

fn runs(line: &Line, usual: f64, scale: f64) -> Vec<TextRun> {
    let size = if (line.size / usual - 1.0).abs() < SAME_SIZE { usual } else { line.size };
    let mut runs: Vec<TextRun> = Vec::new();
    for word in &line.words {
        let run = run(line, word, size, scale);
        match runs.last_mut().filter(|last| run.left - last.right <= GUTTER * run.size) {
            Some(last) => last.append(&run),
            None => runs.push(run),
        }
    }
    if let Some(first) = runs.first_mut() {
        first.role = line.role;
    }
    runs
}

fn run(line: &Line, word: &Word, size: f64, scale: f64) -> TextRun {
    TextRun {
        text: word.text.trim().to_owned(),
        left: f64::from(word.area.left) * scale,
        right: f64::from(word.area.left.saturating_add(word.area.width)) * scale,
        base: line.baseline * scale,
        size: size * scale,
        is_bold: line.is_bold,
        role: Role::Plain,
        confidence: line.confidence,
        words: Vec::new(),
    }
}
