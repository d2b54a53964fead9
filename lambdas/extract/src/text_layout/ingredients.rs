use recipe::Doubt;

use super::foods::Foods;
use super::groups::Look;
use super::parts::Section;
use super::print::{BLANK, MeasuredText};
use super::wrap::{self, Entry};
use crate::cues;
use crate::draft::Line;
use crate::extraction::Reader;

/// Minimum pairs of name and amount on separate lines in a copied table.
const MIN_PAIRS: usize = 3;
/// Confidence in percent, with and without a section heading.
const WITH_HEADING: u8 = 90;
const GUESSED: u8 = 60;
pub(super) const MIN_AMOUNTS_IN_A_LINE: usize = 3;
const MIN_AMOUNTS_OF_A_PART: usize = 2;
const LONGEST_NAME_BYTES: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Line,
    /// A part of an enumeration.
    Piece,
    /// The name of a part, in front of its enumeration.
    GroupName,
}

#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) lines: Vec<Line>,
    pub(super) amounts: usize,
    pub(super) rows: Vec<Vec<usize>>,
}

pub(super) fn list(print: &MeasuredText<'_>, section: &Section) -> List {
    let look = Look::of(print, &section.rows);
    let is_group = |at: usize| look.is_group(print, &section.rows, at);
    let entries = wrap::ingredients(print, &section.rows, &is_group);
    let mut list = List::default();
    let mut group = section.part.clone();
    let is_announced = section.starts_on_heading_line() || section.is_announced() && section.rows.len() == 1;
    let entries = split_enumerations(print, paired(entries), is_announced);
    let entries = if print.is_page { with_brackets(print, entries) } else { entries };
    let entries = without_tail(entries, look.foods);
    for (entry, kind) in entries {
        let first = entry.rows.first().copied().unwrap_or_default();
        let is_heading = || entry.rows.len() == 1 && kind == Kind::Line && is_group(first);
        if kind == Kind::GroupName || is_heading() {
            group = Some(cues::tidy(&entry.text)).filter(|group| !group.is_empty());
            continue;
        }
        let text = entry.text.trim();
        // Skips times in a box above the list.
        let is_time = recipe::duration::leading(text).is_some_and(|(_, rest)| rest.trim().is_empty());
        if !text.chars().any(char::is_alphabetic)
            || cues::is_noise(text)
            || cues::is_portions(text)
            || cues::is_sign_off(text) && !cues::starts_with_amount(text)
            || is_time
        {
            continue;
        }
        list.amounts += usize::from(cues::has_number(text) || cues::counts_in_words(text));
        let is_guess = section.is_guessed || kind == Kind::Piece;
        list.rows.push(entry.rows.clone());
        list.lines.push(Line {
            group: group.clone(),
            path: entry.path(print),
            confidence: (if is_guess { GUESSED } else { WITH_HEADING }).min(entry.letters(print)),
            doubt: is_guess.then_some(Doubt::Guessed),
            place: entry.place(print),
            ..Line::marked(Reader::Text, text.to_owned())
        });
    }
    list
}

/// Joins a line in brackets with the entry above: "2 cups warm milk", "(500 ml)".
fn with_brackets(print: &MeasuredText<'_>, entries: Vec<(Entry, Kind)>) -> Vec<(Entry, Kind)> {
    let is_aside = |entry: &Entry| {
        entry.text.starts_with('(')
            && entry.text.ends_with(')')
            && entry.rows.first().is_some_and(|row| print.rows.row(*row).drop < BLANK)
    };
    let mut joined: Vec<(Entry, Kind)> = Vec::with_capacity(entries.len());
    for (entry, kind) in entries {
        match joined.last_mut() {
            Some((above, of)) if *of != Kind::GroupName && is_aside(&entry) => {
                above.text = format!("{} {}", above.text, entry.text);
                above.rows.extend(entry.rows);
            }
            _ => joined.push((entry, kind)),
        }
    }
    joined
}

/// Drops entries without a food after the last amount, such as buttons and tools.
fn without_tail(mut entries: Vec<(Entry, Kind)>, foods: Foods) -> Vec<(Entry, Kind)> {
    let has_amount =
        |(entry, _): &(Entry, Kind)| cues::has_number(&entry.text) || cues::counts_in_words(&entry.text);
    let last = entries.iter().rposition(has_amount).unwrap_or(entries.len());
    let mut at = 0;
    entries.retain(|(entry, _)| {
        at += 1;
        at <= last + 1 || entry.text.ends_with(':') || !foods.lacks_food(&entry.text)
    });
    entries
}

fn paired(entries: Vec<Entry>) -> Vec<Entry> {
    let is_amount = |entry: &Entry| cues::is_bare_amount(&entry.text);
    let amounts = entries.iter().filter(|entry| is_amount(entry)).count();
    if amounts < MIN_PAIRS || amounts * 3 < entries.len() {
        return entries;
    }
    let is_below = entries.last().is_some_and(is_amount) && !entries.first().is_some_and(is_amount);
    let mut joined: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut was_amount = false;
    for entry in entries {
        let has_amount = is_amount(&entry);
        match joined.last_mut() {
            Some(last) if is_below && has_amount && !was_amount => {
                last.text = format!("{} {}", entry.text, last.text);
                last.rows.extend(entry.rows);
            }
            Some(last) if !is_below && was_amount && !has_amount => {
                last.text = format!("{} {}", last.text, entry.text);
                last.rows.extend(entry.rows);
            }
            _ => joined.push(entry),
        }
        was_amount = has_amount;
    }
    joined
}

/// Splits enumerations. One in the line of the heading needs no amounts.
fn split_enumerations(
    print: &MeasuredText<'_>,
    entries: Vec<Entry>,
    is_announced: bool,
) -> Vec<(Entry, Kind)> {
    let whole = |entries: &[Entry]| {
        let mut text = String::new();
        for (index, entry) in entries.iter().enumerate() {
            if index == 0 {
                text.push_str(&entry.text)
            } else {
                wrap::join(print, &mut text, None, &entry.text)
            }
        }
        text
    };
    let bytes: usize = entries.iter().map(|entry| entry.text.len()).sum();
    // "Onions – 2," is a separate line.
    let named = entries.iter().filter(|entry| cues::has_amount_after_name(&entry.text)).count();
    // If each line continues on the next, they are one enumeration.
    let is_one = named < MIN_PAIRS
        && !entries.iter().any(|entry| list_of_part(&entry.text).is_some())
        && entries.array_windows().all(|[entry, next]| {
            entry.text.ends_with([',', '-'])
                || super::chrome::is_open(&entry.text)
                || next.text.starts_with(char::is_lowercase)
        });
    if is_one && !entries.is_empty() && bytes <= cues::MAX_SENTENCE_LIST_BYTES {
        let text = whole(&entries);
        let named = || Some(cues::pieces(&text)).filter(|_| is_announced && cues::names_several(&text));
        if let Some(pieces) = cues::enumerated(&text, 2).or_else(named) {
            let all: Vec<usize> = entries.iter().flat_map(|entry| entry.rows.iter().copied()).collect();
            return pieces
                .into_iter()
                .map(|piece| {
                    (Entry { rows: all.clone(), text: cues::without_bullet(piece).to_owned() }, Kind::Piece)
                })
                .collect();
        }
    }
    let mut split = Vec::with_capacity(entries.len());
    for entry in entries {
        let part = list_of_part(&entry.text);
        if let Some((name, _)) = part {
            split.push((Entry { text: name.to_owned(), rows: entry.rows.clone() }, Kind::GroupName));
        }
        match part.map(|(_, items)| items).or_else(|| cues::enumerated(&entry.text, MIN_AMOUNTS_IN_A_LINE)) {
            Some(pieces) => split.extend(
                pieces
                    .into_iter()
                    .map(|text| (Entry { text: text.to_owned(), rows: entry.rows.clone() }, Kind::Piece)),
            ),
            None => split.push((entry, Kind::Line)),
        }
    }
    split
}

/// The name of a part and its enumeration: "Filling: 4 apples, 50 g sugar, cinnamon".
pub(super) fn list_of_part(line: &str) -> Option<(&str, Vec<&str>)> {
    let (name, list) = line.split_once(':')?;
    let is_name = (2..=LONGEST_NAME_BYTES).contains(&name.trim().len())
        && name.contains(char::is_alphabetic)
        && !name.contains([',', '.'])
        && !cues::has_number(name);
    let items = cues::enumerated(list.trim_start(), MIN_AMOUNTS_OF_A_PART).filter(|_| is_name)?;
    cues::starts_with_amount(list.trim_start()).then_some((name.trim(), items))
}
