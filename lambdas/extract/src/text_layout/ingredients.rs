//! The ingredient lines of a section, with the headings of their groups.

use recipe::Doubt;

use super::marks::Mark;
use super::parts::{Section, is_brief, is_fact};
use super::print::{BLANK, Print, Row};
use super::wrap::{self, Edges, Entry};
use crate::cues;
use crate::draft::Line;
use crate::extraction::Reader;

/// The heading of a group is short.
const LONGEST_GROUP_CHARS: usize = 60;
/// So many amounts in lines of their own are a table that was copied.
const LEAST_PAIRS: usize = 3;
/// Of fewer lines cannot be told how closely they stand.
const LEAST_CLOSE: usize = 4;
/// What is announced, and what is guessed, in percent.
const TOLD: u8 = 90;
const GUESSED: u8 = 60;
/// A line among others that tells so many amounts is a list of its own.
pub(super) const LEAST_AMOUNTS_IN_A_LINE: usize = 3;
/// A list told in a sentence has no more words.
const LONGEST_TOLD_BYTES: usize = 2_000;

/// What a section gave.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) lines: Vec<Line>,
    /// How many of them begin with an amount.
    pub(super) amounts: usize,
}

/// The lines of a section of ingredients.
pub(super) fn list(print: &Print<'_>, section: &Section) -> List {
    let look = Look::of(print, &section.rows);
    let is_group = |at: usize| look.is_group(print, &section.rows, at);
    let entries = wrap::ingredients(print, &section.rows, &is_group);
    let mut list = List::default();
    let mut group = section.part.clone();
    let entries = told_in_a_sentence(print, paired(entries));
    for (entry, is_told) in entries {
        let first = entry.rows.first().copied().unwrap_or_default();
        if entry.rows.len() == 1 && !is_told && is_group(first) {
            group = Some(cues::tidy(&entry.text)).filter(|group| !group.is_empty());
            continue;
        }
        let text = entry.text.trim();
        // A time alone stands in a box above the list.
        let is_time = recipe::duration::leading(text).is_some_and(|(_, rest)| rest.trim().is_empty());
        let is_first = list.lines.is_empty() && group.is_none();
        let is_beside =
            is_time || is_first && is_fact(text) && is_brief(text) && look.has_amounts_behind(first);
        if !text.chars().any(char::is_alphabetic)
            || cues::is_noise(text)
            || cues::is_portions(text)
            || cues::is_farewell(text) && !cues::starts_with_amount(text)
            || is_beside
        {
            continue;
        }
        list.amounts += usize::from(cues::has_number(text) || cues::counts_in_words(text));
        let is_guess = section.is_guessed || is_told;
        list.lines.push(Line {
            group: group.clone(),
            path: entry.path(print),
            confidence: (if is_guess { GUESSED } else { TOLD }).min(entry.letters(print)),
            doubt: is_guess.then_some(Doubt::Guessed),
            place: entry.place(print),
            ..Line::marked(Reader::Text, text.to_owned())
        });
    }
    list
}

/// The entries, each amount that has a line of its own joined with what it measures, as tables are copied: below the name, or
/// above it.
fn paired(entries: Vec<Entry>) -> Vec<Entry> {
    let is_amount = |entry: &Entry| cues::is_bare_amount(&entry.text);
    let amounts = entries.iter().filter(|entry| is_amount(entry)).count();
    if amounts < LEAST_PAIRS || amounts * 3 < entries.len() {
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

/// The entries, each with whether it is a part of a sentence that told them all.
fn told_in_a_sentence(print: &Print<'_>, entries: Vec<Entry>) -> Vec<(Entry, bool)> {
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
    // Each line of print goes on in the next one.
    let is_one = entries.array_windows().all(|[entry, next]| {
        entry.text.ends_with([',', '-'])
            || super::chrome::is_open(&entry.text)
            || next.text.starts_with(char::is_lowercase)
    });
    if is_one && !entries.is_empty() && bytes <= LONGEST_TOLD_BYTES {
        let text = whole(&entries);
        if let Some(pieces) = enumerated(&text, 2) {
            let all: Vec<usize> = entries.iter().flat_map(|entry| entry.rows.iter().copied()).collect();
            return pieces
                .into_iter()
                .map(|piece| (Entry { rows: all.clone(), text: piece.to_owned() }, true))
                .collect();
        }
    }
    let mut told = Vec::with_capacity(entries.len());
    for entry in entries {
        match enumerated(&entry.text, LEAST_AMOUNTS_IN_A_LINE) {
            Some(pieces) => told.extend(
                pieces
                    .into_iter()
                    .map(|text| (Entry { text: text.to_owned(), rows: entry.rows.clone() }, true)),
            ),
            None => told.push((entry, false)),
        }
    }
    told
}

/// The things that a line tells with commas between them, if so many of them have an amount.
pub(super) fn enumerated(line: &str, least_amounts: usize) -> Option<Vec<&str>> {
    if line.len() > LONGEST_TOLD_BYTES {
        return None;
    }
    let pieces = cues::pieces(line);
    let amounts = pieces.iter().filter(|piece| cues::starts_with_amount(piece)).count();
    (pieces.len() >= 3 && amounts >= least_amounts && amounts * 2 >= pieces.len()).then_some(pieces)
}

/// What the rows of a list have in common, by which the headings among them stand out.
struct Look {
    has_amounts: bool,
    is_marked: bool,
    bold_is_rare: bool,
    capitals_are_rare: bool,
    /// Nearly all of its lines have an amount, and few of their names capitals: a line all of whose words have is a heading.
    titles_are_rare: bool,
    /// Nearly no blank lines stand between its lines.
    is_close: bool,
    size: f32,
    /// Where most of its lines begin.
    left: f32,
    last_amount: usize,
    edges: Edges,
}

impl Look {
    fn of(print: &Print<'_>, rows: &[usize]) -> Self {
        let row = |at: &usize| print.rows.row(*at);
        let is_rare = |test: &dyn Fn(&Row<'_>) -> bool| {
            rows.iter().filter(|at| test(row(at))).count() * 3 <= rows.len().max(1)
        };
        let has_amount = |at: &&usize| row(at).has_amount();
        let mut sizes: Vec<f32> = rows.iter().map(|at| row(at).size).collect();
        sizes.sort_by(f32::total_cmp);
        let mut lefts: Vec<f32> = rows.iter().map(|at| row(at).left).collect();
        lefts.sort_by(f32::total_cmp);
        Self {
            left: lefts.get(lefts.len() / 2).copied().unwrap_or_default(),
            has_amounts: rows.iter().filter(has_amount).count() >= 2,
            is_marked: wrap::are_marked(print, rows),
            bold_is_rare: is_rare(&|row| row.line.is_bold),
            capitals_are_rare: is_rare(&|row| cues::is_in_capitals(&row.text)),
            titles_are_rare: rows.iter().filter(has_amount).count() * 10 >= rows.len() * 7
                && rows.iter().filter(|at| row(at).has_amount() && ends_with_capital(&row(at).text)).count()
                    * 5
                    <= rows.len(),
            is_close: rows.len() >= LEAST_CLOSE
                && rows.iter().filter(|at| row(at).drop >= BLANK).count() * 2 < rows.len(),
            size: sizes.get(sizes.len() / 2).copied().filter(|size| *size > 0.0).unwrap_or(1.0),
            edges: Edges::of(print, rows),
            last_amount: rows.iter().filter(has_amount).max().copied().unwrap_or_default(),
        }
    }

    /// Whether the list is set in and the row is not.
    fn is_outdented(&self, row: &Row<'_>, after: &Row<'_>) -> bool {
        let width = (row.right - row.left) / row.chars.max(1) as f32;
        let step = width * 1.5;
        row.column == after.column && row.left + step <= self.left && after.left + step > self.left
    }

    fn has_amounts_behind(&self, at: usize) -> bool {
        self.last_amount > at
    }

    /// Whether a row names the group of the rows below it.
    fn is_group(&self, print: &Print<'_>, rows: &[usize], at: usize) -> bool {
        let row = print.rows.row(at);
        if row.is_heading() {
            return true;
        }
        let text = row.text.as_str();
        let is_marked_row = matches!(row.mark, Mark::Bullet | Mark::Number(_)) || row.is_item();
        let index = rows.binary_search(&at).unwrap_or_default();
        let (before, after) = (
            index.checked_sub(1).and_then(|before| rows.get(before)).map(|at| print.rows.row(*at)),
            rows.get(index + 1).map(|at| print.rows.row(*at)),
        );
        let Some(after) = after else { return false };
        if row.chars > LONGEST_GROUP_CHARS || row.has_amount() || row.text.starts_with('(') {
            return false;
        }
        // Alone between two blank lines of a list that has hardly any others.
        let is_alone = row.drop >= BLANK && after.drop >= BLANK && row.line.place.is_none();
        if self.is_close && is_alone && row.mark == Mark::None && !print.is_wrapped {
            return true;
        }
        if goes_on(before, row) {
            return false;
        }
        // On a page, what names a group stands apart from the lines above it, or says so.
        let says_so = || {
            text.ends_with(':')
                || cues::is_in_capitals(text)
                || cues::starts_a_group(&cues::tidy(text))
                || super::chrome::leads_a_group(text)
        };
        if print.is_page && self.is_close && row.drop < BLANK && before.is_some() && !says_so() {
            return false;
        }
        if text.ends_with(':') && !(is_marked_row && self.is_marked && after.mark == Mark::None) {
            return true;
        }
        if is_marked_row && self.is_marked {
            return false;
        }
        let starts_upper = text.starts_with(char::is_uppercase);
        // It stands on its own: not because the line above was full.
        let is_apart = before
            .is_none_or(|before| before.block != row.block || self.edges.has_room(before, row) == Some(true));
        let has_gap = row.drop >= 1.25 || is_apart;
        let is_marked_next = self.is_marked && matches!(after.mark, Mark::Bullet | Mark::Blot);
        let is_followed = after.has_amount() || is_marked_next;
        !text.contains(',')
            && starts_upper
            && (row.line.is_bold && self.bold_is_rare
                || self.capitals_are_rare && cues::is_in_capitals(text)
                || self.titles_are_rare && is_followed && is_title_cased(text)
                || row.size >= self.size * 1.15
                    && row.size < self.size * 2.0
                    && is_followed
                    && (has_gap && !print.text.is_recognised || row.drop >= 1.25)
                || has_gap && (row.drop >= 1.15 || is_apart) && self.is_outdented(row, after)
                || cues::starts_a_group(&cues::tidy(text)) && (is_followed || has_gap)
                || self.has_amounts && is_followed && super::chrome::leads_a_group(text)
                || is_marked_next && row.mark == Mark::None && has_gap
                || self.has_amounts && is_followed && has_gap && row.drop >= 1.25 && row.chars <= 30)
    }
}

/// "Garlic Cream Sauce": two words or more, and all the longer ones begin with a capital.
fn is_title_cased(text: &str) -> bool {
    let mut words = text.split_whitespace().filter(|word| word.chars().nth(3).is_some());
    let all_capital = words.clone().all(|word| word.starts_with(char::is_uppercase));
    words.nth(1).is_some() && all_capital
}

fn ends_with_capital(text: &str) -> bool {
    text.split_whitespace().last().is_some_and(|word| word.starts_with(char::is_uppercase))
}

/// Whether the row above breaks off so that this one can only be its end.
fn goes_on(before: Option<&Row<'_>>, row: &Row<'_>) -> bool {
    let Some(before) = before.filter(|before| before.column == row.column) else { return false };
    let open = before.text.matches('(').count() > before.text.matches(')').count();
    open || before.text.ends_with([',', '-', '&', '/'])
        || super::chrome::is_open(&before.text)
        || row.text.starts_with(char::is_lowercase) && !row.text.ends_with(':')
}
