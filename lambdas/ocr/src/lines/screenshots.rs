//! Converts the lines of an exact picture to runs, whose reading order is found as in PDF files.

use extract::page_layout::{self, GUTTER, Page, Row, Run};
use extract::{Role, TextLine};

use super::line::Line;
use super::usual_size;
use crate::{Sheet, Word};

/// Usual font size. Left edges in a column differ by the shapes of letters, less than a seventh of it.
const USUAL_SIZE: f64 = 7.0;
/// Sizes that differ less from the usual one are the same.
const SAME_SIZE: f64 = 0.15;
/// Maximum difference of baselines in a row, in font sizes.
const SAME_ROW: f64 = 0.3;

pub(super) fn lines_in_reading_order(lines: &[Line], sheet: &Sheet, page: u16) -> Vec<TextLine> {
    let usual = usual_size(lines);
    let scale = USUAL_SIZE / usual;
    let mut runs: Vec<Run> = lines.iter().flat_map(|line| runs(line, usual, scale)).collect();
    runs.sort_by(|a, b| a.base.total_cmp(&b.base));
    let mut rows: Vec<Row> = Vec::new();
    for run in runs {
        let is_same = |row: &&mut Row| {
            row.last().is_some_and(|last| run.base - last.base <= SAME_ROW * run.size.min(last.size))
        };
        match rows.last_mut().filter(is_same) {
            Some(row) => row.push(run),
            None => rows.push(vec![run]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    let (width, height) = (f64::from(sheet.width) * scale, f64::from(sheet.height) * scale);
    page_layout::lines_in_reading_order(vec![Page { number: page, width, height, rows }])
}

fn runs(line: &Line, usual: f64, scale: f64) -> Vec<Run> {
    let size = if (line.size / usual - 1.0).abs() < SAME_SIZE { usual } else { line.size };
    let mut runs: Vec<Run> = Vec::new();
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

fn run(line: &Line, word: &Word, size: f64, scale: f64) -> Run {
    Run {
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
