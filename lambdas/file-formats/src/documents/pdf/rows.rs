//! Joins letters into runs of text on one line.

use std::collections::HashMap;

use extract::Role;
use extract::page_layout::{GUTTER, TextRow, TextRun, WordStart, group_by_baseline};

use super::glyphs::{Letter, Letters};

/// Minimum gap between words, in font sizes.
const SPACE: f64 = 0.17;
/// Minimum gap with a space in it, which may be narrow in condensed fonts, in font sizes.
const PRINTED_SPACE: f64 = 0.05;
/// Maximum number of raised or lowered letters in a line.
const MAX_RAISED: usize = 60;
/// Minimum rows that start at an edge, and minimum space before a word at it, in font sizes.
const MIN_STARTS: usize = 3;
const MIN_SPACE_AT_EDGE: f64 = 0.4;
/// Maximum offset between two copies of a letter that are printed to look bold, in font sizes.
const PRINTED_TWICE: f64 = 0.15;
/// Maximum relative size of superscripts and subscripts.
const RAISED: f64 = 0.8;

fn split_before(mut run: TextRun, word: WordStart) -> Vec<TextRun> {
    let tail = run.text.split_off(word.start);
    let text = tail.trim_start().to_owned();
    let moved = word.start.saturating_add(tail.len().saturating_sub(text.len()));
    let after = run.words.iter().filter(|other| other.start > word.start);
    let words = after.map(|other| WordStart { start: other.start.saturating_sub(moved), ..*other }).collect();
    let second = TextRun { text, left: word.left, words, ..run.clone() };
    run.words.retain(|other| other.start < word.start);
    run.right = word.end_before;
    vec![run, second]
}

pub(super) fn of(page: &Letters) -> Vec<TextRow> {
    let mut letters: Vec<&Letter> = page.glyphs.iter().collect();
    letters.sort_by(|a, b| a.left.total_cmp(&b.left));
    let lines = group_by_baseline(letters, |letter| (letter.base, letter.size));
    split_at_edges(join_raised(lines).into_iter().map(runs).filter(|runs| !runs.is_empty()).collect())
}

/// Splits a run before a word that starts where other rows start, such as headings of narrow columns.
fn split_at_edges(rows: Vec<TextRow>) -> Vec<TextRow> {
    let mut starts: HashMap<i64, usize> = HashMap::new();
    for run in rows.iter().flatten() {
        let count = starts.entry(run.left.round() as i64).or_default();
        *count = count.saturating_add(1);
    }
    let is_edge = |left: f64| {
        let near = (left.round() as i64).saturating_sub(1)..=(left.round() as i64).saturating_add(1);
        near.filter_map(|edge| starts.get(&edge)).sum::<usize>() >= MIN_STARTS
    };
    let split = |run: TextRun| {
        let word = run
            .words
            .iter()
            .find(|word| word.left - word.end_before > MIN_SPACE_AT_EDGE * run.size && is_edge(word.left));
        match word.copied() {
            Some(word) => split_before(run, word),
            None => vec![run],
        }
    };
    rows.into_iter().map(|row| row.into_iter().flat_map(split).collect()).collect()
}

fn join_raised(lines: Vec<Vec<&Letter>>) -> Vec<Vec<&Letter>> {
    let mut joined: Vec<Vec<&Letter>> = Vec::new();
    for line in lines {
        if let Some(above) = joined.last_mut() {
            let (upper, lower) = (tallest(above), tallest(&line));
            // Small letters slightly above or below the baseline belong to the line.
            let is_raised = upper.0 < RAISED * lower.0 && lower.1 - upper.1 < 0.6 * lower.0;
            let is_lowered = lower.0 < RAISED * upper.0 && lower.1 - upper.1 < 0.35 * upper.0;
            let size = upper.0.max(lower.0);
            let (small, large) =
                if is_raised { (above.as_slice(), &*line) } else { (&*line, above.as_slice()) };
            let is_joined = (is_raised || is_lowered)
                && small.len() <= MAX_RAISED
                && touches_larger(small, large, size)
                && is_beside(above, &line, size);
            if is_joined {
                above.extend(line);
                continue;
            }
        }
        joined.push(line);
    }
    joined
}

fn tallest(line: &[&Letter]) -> (f64, f64) {
    line.iter().fold(
        (0.0, 0.0),
        |tallest, letter| {
            if letter.size > tallest.0 { (letter.size, letter.base) } else { tallest }
        },
    )
}

/// Whether a small letter is beside a larger one, and not only beside text of its size in another column.
fn touches_larger(small: &[&Letter], line: &[&Letter], size: f64) -> bool {
    small.iter().any(|letter| {
        line.iter().any(|other| letter.size < RAISED * other.size && are_close(letter, other, size))
    })
}

fn are_close(one: &Letter, other: &Letter, size: f64) -> bool {
    one.left - other.right < 0.4 * size && other.left - one.right < 0.4 * size
}

fn is_beside(above: &[&Letter], below: &[&Letter], size: f64) -> bool {
    let (few, many) = if above.len() < below.len() { (above, below) } else { (below, above) };
    few.len() <= many.len().saturating_mul(2)
        && few.iter().all(|letter| {
            many.iter()
                .chain(few)
                .any(|other| !std::ptr::eq(*other, *letter) && are_close(letter, other, size))
        })
}

fn runs(mut line: Vec<&Letter>) -> Vec<TextRun> {
    line.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut runs: Vec<TextRun> = Vec::new();
    let mut previous: Option<&Letter> = None;
    let (mut bold_letters, mut letters) = (0_usize, 0_usize);
    let mut is_after_space = false;
    for letter in line {
        if letter.text.trim().is_empty() {
            is_after_space = true;
            continue;
        }
        let is_twice = previous.is_some_and(|previous| {
            let distance = (letter.left - previous.left).abs();
            previous.text == letter.text
                && distance < PRINTED_TWICE * letter.size
                && distance < (previous.right - previous.left) / 2.0
        });
        if is_twice {
            bold_letters = bold_letters.saturating_add(1);
            continue;
        }
        let gap = runs.last().map_or(f64::INFINITY, |run| letter.left - run.right);
        let size = letter.size.max(previous.map_or(0.0, |previous| previous.size));
        match runs.last_mut().filter(|_| gap <= GUTTER * size) {
            Some(run) => {
                if gap > if is_after_space { PRINTED_SPACE } else { SPACE } * size {
                    let word = WordStart { left: letter.left, end_before: run.right, start: run.text.len() };
                    run.words.push(word);
                    run.text.push(' ');
                }
                run.text.push_str(&letter.text);
                run.right = run.right.max(letter.right);
                if letter.size > run.size {
                    (run.size, run.base) = (letter.size, letter.base);
                }
            }
            None => {
                if let Some(run) = runs.last_mut() {
                    run.is_bold = bold_letters.saturating_mul(2) > letters;
                }
                (bold_letters, letters) = (0, 0);
                runs.push(TextRun {
                    text: letter.text.clone(),
                    left: letter.left,
                    right: letter.right,
                    base: letter.base,
                    size: letter.size,
                    is_bold: false,
                    role: Role::Plain,
                    confidence: 100,
                    words: Vec::new(),
                });
            }
        }
        letters = letters.saturating_add(1);
        bold_letters = bold_letters.saturating_add(usize::from(letter.is_bold));
        previous = Some(letter);
        is_after_space = false;
    }
    if let Some(run) = runs.last_mut() {
        run.is_bold = bold_letters.saturating_mul(2) > letters;
    }
    runs
}
