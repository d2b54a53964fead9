use std::collections::{HashMap, HashSet};

use recipe::Doubt;

use super::marks::Mark;
use super::parts::Section;
use super::print::{BLANK, MeasuredText};
use super::wrap::{self, Entry};
use crate::cues;
use crate::draft::Line;
use crate::extraction::Reader;
use crate::{labels, text};

const MIN_COUNTED: usize = 3;
const MIN_NAME_CHARS: usize = 4;
const MIN_WITH_STOPS: usize = 3;
/// Minimum number of consecutive lines without an instruction that end the steps, and of instructions before
/// them.
const MIN_NON_INSTRUCTIONS: usize = 3;
const MIN_INSTRUCTIONS: usize = 2;
const LONGEST_NAME_CHARS: usize = 48;
const MAX_WORDS_OF_A_NAME: usize = 6;
const MAX_COMMENTS_AFTER_SIGN_OFF: usize = 2;
const LONGEST_GROUP_CHARS: usize = 70;
/// Confidence in percent, with and without a section heading.
const WITH_HEADING: u8 = 90;
const GUESSED: u8 = 60;
const LONGEST_SCRAP_CHARS: usize = 12;

pub(super) fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// What the ingredients contain.
#[derive(Default)]
pub(super) struct Listed {
    /// Words in lower case.
    pub(super) words: HashSet<String>,
    /// Letters of the names of groups.
    pub(super) groups: HashSet<String>,
}

/// The steps and their rows.
pub(super) fn list(
    print: &MeasuredText<'_>,
    section: &Section,
    Listed { words: listed, groups }: &Listed,
) -> (Vec<Line>, Vec<Vec<usize>>) {
    let is_group = |at: usize| is_group(print, &section.rows, at, groups);
    let entries = wrap::steps(print, &section.rows, &is_group);
    // A page may repeat ingredients after each step.
    let is_own = |entry: &&Entry| !print.is_page || !repeats_list(print, entry, listed);
    let own = entries.iter().filter(is_own).count();
    let instructions =
        entries.iter().filter(is_own).filter(|entry| cues::is_instruction(&entry.text)).count();
    let is_mostly_instructions = instructions >= 2 && instructions * 2 > own;
    let mut entries = cut_at_sign_off(print, entries);
    if print.is_page {
        if is_mostly_instructions {
            entries.retain(|entry| !repeats_list(print, entry, listed));
        }
        entries.drain(..end_of_times(&entries));
        entries.truncate(end_of_numbered_steps(print, &entries));
        entries.truncate(end_of_recipe_steps(print, &entries, listed));
    }
    if !print.is_wrapped {
        entries.truncate(end_of_instructions(print, &entries));
        entries.truncate(end_before_personal_remark(print, &entries));
    }
    let has_stops = entries.len() >= MIN_WITH_STOPS && {
        let stopped = entries.iter().filter(|entry| ends_with_punctuation(&entry.text)).count();
        stopped * 3 >= entries.len() * 2
    };
    let mut occurrences: HashMap<String, usize> = HashMap::new();
    for entry in &entries {
        *occurrences.entry(entry.text.trim().to_owned()).or_default() += 1;
    }
    let mut group = section.part.clone();
    let (mut steps, mut rows) = (Vec::new(), Vec::new());
    for entry in entries {
        let first = entry.rows.first().copied().unwrap_or_default();
        if entry.rows.len() == 1 && is_group(first) {
            let name = cues::tidy(&entry.text);
            group = Some(name).filter(|name| !name.is_empty() && !cues::is_step_count(name));
            continue;
        }
        let text = entry.text.trim();
        // A short phrase between sentences is a heading.
        let is_name = has_stops
            && !print.is_wrapped
            && !ends_with_punctuation(text)
            && print.rows.get(first).is_some_and(|row| row.mark == Mark::None)
            && text.chars().count() <= LONGEST_NAME_CHARS
            && !cues::names_temperature(text)
            && text.split_whitespace().nth(MAX_WORDS_OF_A_NAME).is_none();
        if is_name {
            group = Some(cues::tidy(text)).filter(|name| !name.is_empty() && !cues::is_step_count(name));
            continue;
        }
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let is_scrap = is_mostly_instructions
            && !cues::is_instruction(text)
            && letters <= LONGEST_SCRAP_CHARS
            && !cues::names_temperature(text)
            && print.rows.row(first).mark == Mark::None
            && !text.ends_with(['.', '!']);
        let is_ingredient = is_mostly_instructions
            && !text.ends_with(['.', '!'])
            && print.rows.get(first).is_some_and(|row| {
                matches!(row.mark, Mark::None | Mark::Bare(_)) && cues::starts_with_unit_amount(&row.text)
            });
        let is_repeated = instructions >= MIN_INSTRUCTIONS
            && !cues::is_instruction(text)
            && !cues::begins_with_instruction(text)
            && !text.ends_with(['.', '!'])
            && occurrences.get(text).is_some_and(|times| *times > 1);
        if is_ingredient || is_repeated {
            continue;
        }
        let is_beside = cues::is_noise(text) || cues::is_step_count(text) || cues::lists_nutrients(text);
        if letters < 2 || is_scrap || is_beside {
            continue;
        }
        rows.push(entry.rows.clone());
        steps.push(Line {
            group: group.clone(),
            path: entry.path(print),
            confidence: (if section.is_guessed { GUESSED } else { WITH_HEADING }).min(entry.letters(print)),
            doubt: section.is_guessed.then_some(Doubt::Guessed),
            place: entry.place(print),
            ..Line::marked(Reader::Text, text.to_owned())
        });
    }
    (steps, rows)
}

/// Removes the steps from a sign-off on, or only the sign-off if many instructions follow.
fn cut_at_sign_off(print: &MeasuredText<'_>, mut entries: Vec<Entry>) -> Vec<Entry> {
    let is_unnumbered_sign_off = |entry: &Entry| {
        let is_numbered = entry
            .rows
            .first()
            .and_then(|row| print.rows.get(*row))
            .is_some_and(|row| matches!(row.mark, Mark::Number(_) | Mark::Bare(_)));
        !is_numbered && cues::is_sign_off(&entry.text)
    };
    let Some(first) = entries.iter().skip(1).position(is_unnumbered_sign_off).map(|at| at + 1) else {
        return entries;
    };
    let instructions_behind = entries
        .iter()
        .skip(first)
        .filter(|entry| !is_unnumbered_sign_off(entry) && cues::is_instruction(&entry.text));
    if instructions_behind.count() <= MAX_COMMENTS_AFTER_SIGN_OFF {
        entries.truncate(first);
    } else {
        entries.retain(|entry| !is_unnumbered_sign_off(entry));
    }
    entries
}

pub(super) fn repeats_list(print: &MeasuredText<'_>, entry: &Entry, listed: &HashSet<String>) -> bool {
    let is_counted = entry
        .rows
        .first()
        .and_then(|row| print.rows.get(*row))
        .is_some_and(|row| matches!(row.mark, Mark::Number(_)));
    !is_counted
        && !ends_with_punctuation(&entry.text)
        && words(&entry.text).nth(1).is_some()
        && words(&entry.text).all(|word| listed.contains(&word))
}

/// Index after the last time above the steps: "Tiempo total 45 m".
fn end_of_times(entries: &[Entry]) -> usize {
    let ends_with_time = |line: &str| {
        let digits = line.find(|c: char| c.is_ascii_digit());
        digits.and_then(|at| line.get(at..)).is_some_and(cues::is_time)
    };
    let is_time = |entry: &Entry| ends_with_time(&entry.text) || labels::is_fact(&entry.text);
    let first = entries.iter().position(|entry| cues::is_instruction(&entry.text)).unwrap_or(0);
    entries.iter().take(first).rposition(is_time).map_or(0, |last| last + 1)
}

fn end_of_numbered_steps(print: &MeasuredText<'_>, entries: &[Entry]) -> usize {
    let is_counted = |entry: &&Entry| {
        let first = entry.rows.first().copied();
        let own = first.and_then(|row| print.rows.get(row));
        let above = first.and_then(|row| row.checked_sub(1)).and_then(|above| print.rows.get(above));
        own.is_some_and(|row| matches!(row.mark, Mark::Number(_)))
            || above.is_some_and(|above| cues::is_step_count(&above.text))
    };
    let counted = entries.iter().take_while(is_counted).count();
    let is_each = counted >= MIN_COUNTED && !entries.iter().skip(counted).any(|entry| is_counted(&entry));
    if is_each { counted } else { entries.len() }
}

/// Index of the first heading after which no ingredient is mentioned.
fn end_of_recipe_steps(print: &MeasuredText<'_>, entries: &[Entry], listed: &HashSet<String>) -> usize {
    let row = |entry: &Entry| entry.rows.first().and_then(|row| print.rows.get(*row));
    let mentions_ingredient = |entry: &Entry| {
        words(&entry.text).any(|word| word.chars().count() >= MIN_NAME_CHARS && listed.contains(&word))
    };
    let start = entries.iter().rposition(mentions_ingredient).map_or(0, |last| last + 1);
    let is_heading = |at: usize| {
        let (Some(entry), Some(next)) = (entries.get(at), entries.get(at + 1)) else { return false };
        row(entry).is_some_and(|row| row.mark == Mark::None && row.drop >= BLANK)
            && row(next).is_some_and(|next| next.drop < BLANK)
            && !ends_with_punctuation(&entry.text)
            && entry.text.chars().count() <= LONGEST_GROUP_CHARS
    };
    let instructions_before =
        |end: usize| entries.iter().take(end).filter(|entry| cues::is_instruction(&entry.text)).count();
    (start..entries.len())
        .find(|at| is_heading(*at) && instructions_before(*at) >= MIN_INSTRUCTIONS)
        .unwrap_or(entries.len())
}

fn end_of_instructions(print: &MeasuredText<'_>, entries: &[Entry]) -> usize {
    let is_other_text = |entry: &Entry| {
        let mark = entry.rows.first().and_then(|row| print.rows.get(*row)).map(|row| row.mark);
        mark == Some(Mark::None)
            && !ends_with_punctuation(&entry.text)
            && !cues::is_instruction(&entry.text)
            && !cues::begins_with_instruction(&entry.text)
    };
    let (mut instructions, mut others, mut run) = (0, 0, 0);
    for (at, entry) in entries.iter().enumerate() {
        if !is_other_text(entry) {
            instructions += 1;
            others += run;
            run = 0;
            continue;
        }
        run += 1;
        if run >= MIN_NON_INSTRUCTIONS && instructions >= MIN_INSTRUCTIONS && instructions >= others * 2 {
            return at + 1 - run;
        }
    }
    entries.len()
}

/// Index of a personal remark after steps with bullets or numbers; one step may lack them.
fn end_before_personal_remark(print: &MeasuredText<'_>, entries: &[Entry]) -> usize {
    let is_marked = |entry: &&Entry| {
        let row = entry.rows.first().and_then(|row| print.rows.get(*row));
        row.is_some_and(|row| matches!(row.mark, Mark::Number(_) | Mark::Bullet))
    };
    let marked = entries.iter().filter(is_marked).count();
    let behind = entries.iter().rposition(|entry| is_marked(&entry)).map_or(0, |last| last + 1);
    if marked < MIN_COUNTED || marked + 1 < behind {
        return entries.len();
    }
    let remark = entries.iter().skip(behind).position(|entry| cues::uses_first_person(&entry.text));
    remark.map_or(entries.len(), |remark| behind + remark)
}

fn ends_with_punctuation(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '»', ')', ' ']).ends_with(['.', '!', '…', ':', ';'])
}

fn is_group(print: &MeasuredText<'_>, rows: &[usize], at: usize, groups: &HashSet<String>) -> bool {
    let row = print.rows.row(at);
    if row.is_heading() {
        return true;
    }
    let index = rows.binary_search(&at).unwrap_or_default();
    let is_last = index + 1 >= rows.len();
    if is_last || row.chars > LONGEST_GROUP_CHARS || row.mark != Mark::None {
        return false;
    }
    if print.is_wrapped
        && !groups.is_empty()
        && !row.text.ends_with(['.', '!'])
        && groups.contains(&text::letters(&row.text))
    {
        return true;
    }
    if cues::is_instruction(&row.text) {
        return false;
    }
    let before =
        index.checked_sub(1).and_then(|before| rows.get(before)).map(|before| print.rows.row(*before));
    let has_ended = before
        .is_none_or(|before| before.text.ends_with(['.', '!', '?', ')']) || before.column != row.column);
    let starts_upper = row.text.starts_with(|c: char| c.is_uppercase());
    let stands_out = row.text.ends_with(':') && row.chars <= 50
        || row.line.is_bold && row.chars <= 40 && !row.text.ends_with('.')
        || row.is_large() && row.chars >= 6 && !row.text.ends_with('.')
        || cues::is_in_capitals(&row.text) && row.chars >= 4 && !cues::has_number(&row.text);
    has_ended && starts_upper && stands_out
}
