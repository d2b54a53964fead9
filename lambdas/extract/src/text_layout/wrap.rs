//! Joins wrapped lines of ingredients and steps.

use super::chrome;
use super::continuation_lines::{begin_in_capitals, goes_on_in_lower_case};
use super::foods::Foods;
use super::line_breaks::{Edges, Room, char_width};
use super::marks::Mark;
use super::numbering::Numbering;
use super::print::{MeasuredText, Row};
use crate::cues;
use crate::extraction::Place;

const MAX_ROWS: usize = 6;
/// Minimum indent of a continuation line, in characters.
const MIN_HANGING_INDENT: f32 = 1.2;
/// Minimum distances of a new paragraph and of a blank line, as multiples of the usual line distance.
const PARAGRAPH: f32 = 1.22;
const BLANK_LINE: f32 = 1.75;
/// Fractions of the distance between entries: up to `TIGHT` a line continues the entry, from `AS_FAR` on it
/// starts one.
const TIGHT: f32 = 0.9;
const AS_FAR: f32 = 0.925;
/// Maximum distance of a continuation line, as a multiple of the distance in running text.
const AS_CLOSE: f32 = 1.07;

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) rows: Vec<usize>,
    pub(super) text: String,
}

impl Entry {
    pub(super) fn place(&self, print: &MeasuredText<'_>) -> Option<Place> {
        place(print, &self.rows)
    }

    /// The lowest OCR confidence of the rows, in percent.
    pub(super) fn letters(&self, print: &MeasuredText<'_>) -> u8 {
        let rows = self.rows.iter().map(|row| print.rows.row(*row).line.confidence);
        rows.min().unwrap_or(100).min(100)
    }

    /// Line numbers from 1: `line[3]`, `line[3-5]`.
    pub(super) fn path(&self, print: &MeasuredText<'_>) -> String {
        path(print, &self.rows)
    }
}

/// Bounding box of the rows on the page of the first one.
pub(super) fn place(print: &MeasuredText<'_>, rows: &[usize]) -> Option<Place> {
    rows.iter().filter_map(|row| print.rows.row(*row).line.place).reduce(Place::and)
}

pub(super) fn path(print: &MeasuredText<'_>, rows: &[usize]) -> String {
    let number = |row: Option<&usize>| row.map_or(1, |row| print.number(*row));
    match (number(rows.first()), number(rows.last())) {
        (first, last) if first == last => format!("line[{first}]"),
        (first, last) => format!("line[{first}-{last}]"),
    }
}

/// Indent of `row` relative to `first`, in characters; 0 if the columns differ.
fn hanging_indent(first: &Row<'_>, row: &Row<'_>) -> f32 {
    if first.column == row.column { (row.left - first.left) / char_width(first) } else { 0.0 }
}

/// Whether at least 40 % of the rows have a bullet or number, so that the others are continuations. A blot
/// counts as a mark; the minimum is two marks, or three blots.
pub(super) fn are_marked(print: &MeasuredText<'_>, rows: &[usize]) -> bool {
    let marks =
        |wanted: &dyn Fn(Mark) -> bool| rows.iter().filter(|row| wanted(print.rows.row(**row).mark)).count();
    let sure = marks(&|mark| matches!(mark, Mark::Bullet | Mark::Number(_)));
    let blots = marks(&|mark| mark == Mark::Blot);
    (sure >= 2 || sure >= 1 && blots >= 1 || blots >= 3) && (sure + blots) * 5 >= rows.len() * 2
}

/// Joins rows to ingredient lines; `is_apart` is true for headings.
pub(super) fn ingredients(
    print: &MeasuredText<'_>,
    rows: &[usize],
    is_apart: &dyn Fn(usize) -> bool,
) -> Vec<Entry> {
    let edges = Edges::of(print, rows);
    let is_marked = are_marked(print, rows);
    let leads = LineDistances::of(print, rows);
    let foods = Foods::of(rows.iter().map(|row| print.rows.row(*row).text.as_str()));
    let mut entries: Vec<Entry> = Vec::new();
    let mut was_apart = true;
    for at in rows.iter().copied() {
        let row = print.rows.row(at);
        let is_marked_row = match row.mark {
            Mark::Bullet => true,
            Mark::Number(_) => is_marked || row.is_item(),
            Mark::Blot => {
                is_marked
                    || row.words().len() < row.text.len() && !row.text.starts_with(char::is_alphanumeric)
            }
            Mark::None | Mark::Bare(_) => false,
        };
        let text = if is_marked_row { row.words() } else { row.text.as_str() };
        let apart = is_apart(at);
        if let Some(entry) = entries.last_mut()
            && !apart
            && !was_apart
            && !is_marked_row
            && entry.rows.len() < MAX_ROWS
            && ingredient_goes_on(print, (&edges, &leads, foods), entry, at, is_marked)
        {
            join(print, &mut entry.text, entry.rows.last().copied(), text);
            entry.rows.push(at);
            continue;
        }
        was_apart = apart;
        entries.push(Entry { rows: vec![at], text: text.to_owned() });
    }
    entries
}

pub(super) struct LineDistances {
    start: f32,
    usual: Option<f32>,
    is_spaced: bool,
}

impl LineDistances {
    pub(super) fn of(print: &MeasuredText<'_>, rows: &[usize]) -> Self {
        let is_entry =
            |row: &Row<'_>| row.mark == Mark::Bullet || cues::starts_with_amount(row.words_or_amount());
        let pairs = rows.array_windows().filter(|[row, next]| *next == row + 1);
        let leads = |is_above: &dyn Fn(&Row<'_>) -> bool| {
            let starts = pairs.clone().filter(|[row, next]| {
                let (above, row) = (print.rows.row(*row), print.rows.row(*next));
                row.lead > 0.0 && is_entry(row) && is_above(above)
            });
            let mut leads: Vec<f32> = starts.map(|[_, next]| print.rows.row(*next).lead).collect();
            leads.sort_by(f32::total_cmp);
            leads
        };
        // The space below a group's name is wider. Recognised distances vary more than that.
        let between = Some(leads(&is_entry)).filter(|leads| leads.len() >= 2 && !print.text.is_inexact);
        let leads = between.unwrap_or_else(|| leads(&|_| true));
        let start = leads.get(leads.len() / 2).copied().unwrap_or_default();
        let is_tight = |row: &&Row<'_>| row.lead > start * 0.5 && row.lead <= start * TIGHT;
        let tight = rows.iter().map(|row| print.rows.row(*row)).filter(is_tight).count();
        let usual = rows.first().and_then(|row| print.usual_lead(print.rows.row(*row).page()));
        Self { start, usual, is_spaced: tight > 0 || usual.is_some_and(|usual| start >= usual * 1.12) }
    }

    /// Whether the gap above the row is smaller than the usual gap between entries.
    pub(super) fn is_tight(&self, row: &Row<'_>) -> bool {
        row.lead > 0.0
            && row.lead <= self.start * TIGHT
            && self.usual.is_none_or(|usual| row.lead <= usual * AS_CLOSE)
    }

    fn is_start(&self, row: &Row<'_>) -> bool {
        self.is_spaced && self.start > 0.0 && row.lead >= self.start * AS_FAR
    }
}

fn ingredient_goes_on(
    print: &MeasuredText<'_>,
    (edges, leads, foods): (&Edges, &LineDistances, Foods),
    entry: &Entry,
    at: usize,
    is_marked: bool,
) -> bool {
    let row = print.rows.row(at);
    let (Some(first), Some(last)) = (entry.rows.first(), entry.rows.last()) else { return false };
    let (first, last) = (print.rows.row(*first), print.rows.row(*last));
    if !print.is_wrapped
        || row.is_item()
        || row.is_heading()
        || row.drop >= BLANK_LINE && row.column == last.column
    {
        return false;
    }
    let room = edges.room(last, row);
    let text = entry.text.as_str();
    // A line in brackets is not an ingredient: "(about 1 cup)".
    let is_aside = row.text.starts_with('(') && row.column == last.column;
    if is_aside || depth(text) > 0 && row.text.contains([')', ']']) {
        return true;
    }
    let is_hanging = hanging_indent(first, row) >= MIN_HANGING_INDENT
        && last.left <= row.left + char_width(row) * MIN_HANGING_INDENT;
    let is_open = chrome::is_open(text) || text.ends_with(['-', '‐', '/', '&', '+', '(']);
    let has_amount = cues::starts_with_amount(&row.text);
    let starts_lower = row.text.starts_with(|c: char| c.is_lowercase() || matches!(c, '(' | ')' | '&'));
    if row.column != last.column {
        return is_open;
    }
    if leads.is_tight(row) && room != Room::Enough {
        return !has_amount || is_open || depth(text) > 0;
    }
    if starts_lower && room != Room::Enough && foods.name_spans(text, &row.text) {
        return true;
    }
    if leads.is_start(row) && !is_open && !text.ends_with(',') && depth(text) == 0 {
        return false;
    }
    match room {
        // An intentional line break, unless the text is incomplete: "cubes de".
        Room::Justified => true,
        Room::Enough => is_open,
        Room::Probable => {
            is_open
                || starts_lower
                    && (text.ends_with(',') || foods.lacks_food(text) || foods.lacks_food(&row.text))
        }
        _ if has_amount => is_open || depth(text) > 0,
        _ if is_open || text.ends_with(',') => true,
        _ => {
            is_hanging
                || starts_lower && !foods.starts_with_seasoning(&row.text)
                || is_marked && room == Room::TooLittle
        }
    }
}

fn depth(text: &str) -> usize {
    text.chars().fold(0_usize, |depth, c| match c {
        '(' | '[' => depth + 1,
        ')' | ']' => depth.saturating_sub(1),
        _ => depth,
    })
}

pub(super) fn steps(
    print: &MeasuredText<'_>,
    rows: &[usize],
    is_apart: &dyn Fn(usize) -> bool,
) -> Vec<Entry> {
    let edges = Edges::of(print, rows);
    let count = Numbering::of(&print.rows, rows, print.text.is_recognised);
    let has_bullets = are_marked(print, rows);
    let is_cased = begin_in_capitals(print, rows);
    let mut entries: Vec<Entry> = Vec::new();
    let mut last_number = 0;
    let mut begins = true;
    for at in rows.iter().copied() {
        let row = print.rows.row(at);
        if is_apart(at) {
            entries.push(Entry { rows: vec![at], text: row.text.clone() });
            begins = true;
            continue;
        }
        let number = count.number(row, last_number).filter(|_| {
            // The number may belong to a wrapped sentence.
            !matches!(row.mark, Mark::Bare(_))
                || entries.last().is_none_or(|entry| {
                    let above = entry.rows.last().map(|above| print.rows.row(*above));
                    let has_room = || above.is_some_and(|above| edges.has_room(above, row) == Some(true));
                    begins || ends_sentence(&entry.text) || cues::is_instruction(row.words()) || has_room()
                })
        });
        let is_start = number.is_some()
            || begins
            || has_bullets && row.mark == Mark::Bullet
            || entries.last().is_none_or(|entry| {
                let continues = step_goes_on(print, &edges, entry, at, count.is_kept)
                    || is_cased
                        && entry.rows.last() == at.checked_sub(1).as_ref()
                        && goes_on_in_lower_case(print, &entry.text, at);
                !continues
            });
        let text = match row.mark {
            Mark::Number(_) | Mark::Bare(_) if number.is_none() => row.text.as_str(),
            Mark::Blot if !is_start && row.text.starts_with(char::is_alphanumeric) => row.text.as_str(),
            _ => row.words(),
        };
        let text = if print.text.is_recognised && is_start { without_scraps(text) } else { text };
        if let Some(number) = number {
            last_number = number;
        }
        if text.is_empty() || is_start && cues::is_step_count(text) {
            // The step's text is in the next line.
            begins = true;
            continue;
        }
        begins = false;
        match entries.last_mut() {
            Some(entry) if !is_start => {
                join(print, &mut entry.text, entry.rows.last().copied(), text);
                entry.rows.push(at);
            }
            _ => entries.push(Entry { rows: vec![at], text: text.to_owned() }),
        }
    }
    entries
}

/// Removes OCR artefacts at the start: "‘Add", "\\ Drain", "~~ *Fry".
fn without_scraps(text: &str) -> &str {
    let words = text.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '‘' | '_' | '~' | '*' | '=' | '\\' | '|')
    });
    if words.starts_with(char::is_uppercase) { words } else { text }
}

fn step_goes_on(print: &MeasuredText<'_>, edges: &Edges, entry: &Entry, at: usize, is_counted: bool) -> bool {
    let row = print.rows.row(at);
    let (Some(first), Some(last)) = (entry.rows.first(), entry.rows.last()) else { return false };
    let (first, last) = (print.rows.row(*first), print.rows.row(*last));
    if !print.is_wrapped || row.is_item() || row.is_heading() {
        return false;
    }
    let has_ended = ends_sentence(&entry.text);
    let begins = row.words().starts_with(|c: char| {
        c.is_uppercase() || c.is_numeric() || matches!(c, '¿' | '¡' | '"' | '“' | '(')
    });
    if row.column != last.column {
        // The row is in the next column or on the next page.
        return !has_ended || is_counted && !begins;
    }
    let is_hanging = hanging_indent(first, row) >= MIN_HANGING_INDENT;
    if is_counted && is_hanging && row.drop < BLANK_LINE {
        return true;
    }
    let room = edges.has_room(last, row);
    if row.drop >= BLANK_LINE {
        return !has_ended && !begins;
    }
    // An outdented row is the next step; OCR missed its number.
    let is_outdented = is_counted
        && entry.rows.len() > 1
        && hanging_indent(first, last) >= MIN_HANGING_INDENT
        && !is_hanging;
    if has_ended && begins {
        return !(room == Some(true) || row.drop >= PARAGRAPH || is_outdented);
    }
    let is_open = chrome::is_open(&entry.text) || entry.text.ends_with([',', ';', '-']);
    !begins || room != Some(true) || is_open
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '»', ')', ']', '*', '\'', '’', ' ']).ends_with(['.', '!', '?', ':', '…'])
}

/// Appends the next line; joins a word that a hyphen splits.
pub(super) fn join(print: &MeasuredText<'_>, text: &mut String, last: Option<usize>, next: &str) {
    // After a soft hyphen at the end, the word continues in the next line.
    let is_soft = last.is_some_and(|row| print.rows.row(row).line.text.trim_end().ends_with('\u{ad}'));
    if is_soft {
        text.push_str(next);
        return;
    }
    let before = text.strip_suffix(['-', '‐']).filter(|before| before.ends_with(char::is_alphanumeric));
    match before {
        Some(before) if next.starts_with(char::is_alphanumeric) => {
            let is_parted = print.is_hyphenated
                && next.starts_with(char::is_lowercase)
                && before.ends_with(char::is_lowercase)
                && !chrome::keeps_hyphen(before, next);
            if is_parted {
                let length = before.len();
                text.truncate(length);
            }
            text.push_str(next);
        }
        _ => {
            text.push(' ');
            text.push_str(next);
        }
    }
}
