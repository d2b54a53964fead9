//! Page headers and footers: running titles, page numbers, dates and addresses.

use std::collections::{BTreeSet, HashMap};

use recipe::Places;

use super::chrome_words::WORDS;
use super::marks::Mark;
use super::print::{MeasuredText, Row};
use super::rows::SMALL_PRINT;
use crate::cues;
use crate::marked::web_address;
use crate::text::letters;

const LONGEST_RUNNING_CHARS: usize = 110;

struct Edge {
    row: usize,
    is_top: bool,
}

/// Flags page headers, footers and lines such as "Page 3" as noise.
pub(super) fn mark(print: &MeasuredText<'_>, noise: &mut [bool]) {
    let edges = edges(print);
    let mut seen: HashMap<String, usize> = HashMap::new();
    for edge in &edges {
        *seen.entry(letters(&without_digits(&print.rows.row(edge.row).text))).or_default() += 1;
    }
    for edge in edges {
        let row = print.rows.row(edge.row);
        if row.is_heading() || row.is_large() {
            continue;
        }
        let is_repeated =
            seen.get(&letters(&without_digits(&row.text))).copied().unwrap_or_default() > 1 && row.chars >= 3;
        let is_running = row.chars <= LONGEST_RUNNING_CHARS && is_repeated;
        if is_running || is_added(print, &edge) {
            noise.put(edge.row, true);
        }
    }
    mark_page_counts(print, noise);
}

fn mark_page_counts(print: &MeasuredText<'_>, noise: &mut [bool]) {
    for (at, row) in print.rows.iter().enumerate() {
        let is_count = row.line.place.is_none()
            && is_page_count(&row.text)
            && !row.is_item()
            && row.mark != Mark::Bullet;
        if is_count {
            noise.put(at, true);
        }
    }
}

/// The address in headers and footers, if a browser printed the text and all pages have the same.
pub(super) fn address(print: &MeasuredText<'_>) -> Option<String> {
    let edges = edges(print).into_iter().filter(|edge| is_set_off(print, edge));
    let addresses: BTreeSet<String> =
        edges.filter_map(|edge| printed_address(print.rows.row(edge.row))).collect();
    let mut addresses = addresses.into_iter();
    addresses.next().filter(|_| addresses.next().is_none())
}

/// The highest and the lowest row of each page with positions.
fn edges(print: &MeasuredText<'_>) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut first = 0;
    while first < print.rows.len() {
        let page = print.rows.row(first).page();
        let mut end = first;
        while end < print.rows.len() && print.rows.row(end).page() == page {
            end += 1;
        }
        if print.rows.row(first).line.place.is_some() {
            let place = |at: &usize| print.rows.row(*at).line.place.unwrap_or_default();
            let highest = (first..end).min_by_key(|at| place(at).bottom);
            let lowest = (first..end).max_by_key(|at| place(at).top);
            edges.extend(highest.map(|row| Edge { row, is_top: true }));
            edges.extend(lowest.map(|row| Edge { row, is_top: false }));
        }
        first = end;
    }
    edges
}

/// Whether the row has a page number, date or address, set off from the text.
fn is_added(print: &MeasuredText<'_>, edge: &Edge) -> bool {
    let row = print.rows.row(edge.row);
    if is_page_number(&row.text) || is_page_count(&row.text) {
        return true;
    }
    let is_sentence = row.text.ends_with(['.', ',', ';']) || cues::starts_with_unit_amount(&row.text);
    let mut ends = [row.text.split(' ').next(), row.text.rsplit(' ').next()].into_iter().flatten();
    let is_numbered = row.chars <= LONGEST_RUNNING_CHARS
        && !is_sentence
        && ends.any(|word| is_page_number(word) || is_date(word));
    is_set_off(print, edge) && (is_numbered || printed_address(row).is_some())
}

fn is_set_off(print: &MeasuredText<'_>, edge: &Edge) -> bool {
    let row = print.rows.row(edge.row);
    row.size < SMALL_PRINT || is_alone(print, edge.row) || row.drop > 2.0 && !edge.is_top
}

/// The whole address at the start or end of the row; browsers shorten long ones.
fn printed_address(row: &Row<'_>) -> Option<String> {
    let ends = [row.text.split(' ').next(), row.text.rsplit(' ').next()];
    let whole = ends.into_iter().flatten().filter(|word| !word.contains('…') && !word.contains("..."));
    whole.filter(|word| word.starts_with("http")).find_map(web_address)
}

fn is_alone(print: &MeasuredText<'_>, at: usize) -> bool {
    let block = print.rows.row(at).block;
    let is_same =
        |at: Option<usize>| at.and_then(|at| print.rows.get(at)).is_some_and(|row| row.block == block);
    !is_same(at.checked_sub(1)) && !is_same(Some(at + 1))
}

fn is_page_count(line: &str) -> bool {
    if line.len() > 24 {
        return false;
    }
    let folded = cues::folded(line);
    let first = folded.split(' ').next().unwrap_or_default();
    let is_framed = line.starts_with(['-', '–', '—'])
        && line.ends_with(['-', '–', '—'])
        && is_page_number(line.trim_matches(['-', '–', '—', ' ']));
    is_framed || WORDS.pages.contains(first) && folded.split(' ').nth(1).is_some_and(is_page_number)
}

/// Whether the word is a page number, perhaps of how many: `3`, `[3]`, `3/5`.
fn is_page_number(word: &str) -> bool {
    let word = word.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '|' | '·' | '•' | '[' | ']'));
    let is_number =
        |word: &str| (1..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('/').map_or_else(|| is_number(word), |(page, pages)| is_number(page) && is_number(pages))
}

/// Whether the word is a date in digits: `28/11/2026`, `28.11.26,`.
fn is_date(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    ['/', '.', '-'].iter().any(|separator| {
        let parts = word.split(*separator);
        parts.clone().count() == 3
            && parts
                .into_iter()
                .all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

fn without_digits(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit()).collect()
}
