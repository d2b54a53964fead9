//! Finds section headings: ingredients, steps, or other sections.

use super::marks::Mark;
use super::print::{BLANK, MeasuredText, Row};
use super::rows;
use super::section_heading::SectionHeading;
use super::{Role, chrome, numbered_sections};
use crate::cues::{self, Emphasis, HeadingKind, Line, Topic};
use crate::labels;
use crate::schema::headings::without_recipe_word;

const LONGEST_LEAD_CHARS: usize = 60;
const MAX_TO_LIST: usize = 6;
const MAX_WORDS_IN_BRACKETS: usize = 4;
const LONGEST_LABEL_BYTES: usize = 40;
const MIN_AMOUNTS: usize = 2;
const MIN_BROKEN_CHARS: usize = 35;
const MAX_WORDS_BEFORE_STOP: usize = 3;
/// A numbered remark has more words than this after its colon.
const MIN_STEP_WORDS: usize = 3;
const LONGEST_STEP_ROWS: usize = 12;
const LONGEST_GROUP_ROWS: usize = 40;
const MAX_HEADINGS: usize = 2_000;

pub(super) fn find(print: &MeasuredText<'_>) -> Vec<SectionHeading> {
    let mut headings: Vec<SectionHeading> = Vec::new();
    let (mut amounts, mut is_below_list, mut is_below_steps) = (0, false, false);
    let mut sections = numbered_sections::headings(print).into_iter().peekable();
    for (at, row) in print.rows.iter().enumerate() {
        if headings.len() >= MAX_HEADINGS {
            break;
        }
        is_below_list |= amounts >= MIN_AMOUNTS;
        let section = sections.next_if(|heading| heading.row == at);
        let found = section.or_else(|| announcing(print, at, (is_below_list, is_below_steps)));
        is_below_list |= found.as_ref().is_some_and(|heading| heading.topic == Topic::Ingredients);
        is_below_steps |= found.as_ref().is_some_and(|heading| heading.topic == Topic::Steps);
        amounts += usize::from(row.has_amount());
        headings.extend(found);
    }
    drop_group_headings(print, &mut headings);
    headings
}

/// The heading at this row. The flags tell whether ingredients and steps precede it.
fn announcing(
    print: &MeasuredText<'_>,
    at: usize,
    (is_below_list, is_below_steps): (bool, bool),
) -> Option<SectionHeading> {
    let row = print.rows.row(at);
    // A remark in brackets is not a heading: "(All ingredients should be at room temperature)".
    if continues(print, at) || is_remark_in_brackets(bare(row)) {
        return None;
    }
    if is_below_steps && cues::lists_nutrients(&row.text) {
        return Some(SectionHeading {
            row: at,
            topic: Topic::Other,
            inline: None,
            is_end: false,
            part: None,
        });
    }
    let found =
        heading(print, at).or_else(|| heading_by_pattern(print, at, (is_below_list, is_below_steps)))?;
    let announces = match found.topic {
        Topic::Other => {
            (found.is_end || !is_between_facts(print, at))
                && !rows::has_empty_value(&row.text)
                && !is_counted_remark(print, at)
        }
        Topic::Steps => is_below_list || !is_labelled_title(bare(row)),
        Topic::Ingredients => true,
    };
    announces.then_some(found)
}

/// Whether times precede and follow the row: "Resting time:" without a value.
fn is_between_facts(print: &MeasuredText<'_>, at: usize) -> bool {
    let is_fact = |at: usize| print.rows.get(at).is_some_and(|row| labels::is_fact(&row.text));
    at.checked_sub(1).is_some_and(is_fact) && is_fact(at + 1)
}

/// Drops headings that name groups of a list: "To assemble" before amounts, if the steps are later.
fn drop_group_headings(print: &MeasuredText<'_>, headings: &mut Vec<SectionHeading>) {
    let row = |at: usize| print.rows.get(at);
    let mut is_in_list = false;
    let mut at = 0;
    while let Some(heading) = headings.get(at) {
        let announces_steps_below = || {
            headings
                .iter()
                .skip(at + 1)
                .take_while(|next| next.row <= heading.row + LONGEST_GROUP_ROWS)
                .find(|next| next.topic != Topic::Other || next.is_end)
                .is_some_and(|next| next.topic == Topic::Steps)
        };
        // A heading directly above another one is kept: "Method", "Method for the sauce".
        let is_above_heading = headings.get(at + 1).is_some_and(|next| next.row == heading.row + 1);
        let is_above_list = !is_above_heading
            && row(heading.row + 1).is_some_and(|next| match heading.topic {
                Topic::Steps => is_listed(next, heading.row.checked_sub(1).and_then(row)),
                _ => is_measured(next),
            });
        let names_group = is_in_list
            && heading.topic != Topic::Ingredients
            && heading.inline.is_none()
            && !heading.is_end
            && is_above_list
            && announces_steps_below();
        if names_group {
            headings.remove(at);
            continue;
        }
        is_in_list = match heading.topic {
            Topic::Ingredients => true,
            Topic::Steps => false,
            Topic::Other => is_in_list,
        };
        at += 1;
    }
}

fn is_listed(row: &Row<'_>, above: Option<&Row<'_>>) -> bool {
    let is_like_above = row.mark == Mark::Bullet && above.is_some_and(|above| above.mark == Mark::Bullet);
    (row.has_amount() || is_like_above)
        && !matches!(row.mark, Mark::Number(_))
        && !cues::is_instruction(row.words())
}

fn is_measured(row: &Row<'_>) -> bool {
    cues::starts_with_unit_amount(row.words_or_amount()) && !cues::is_sentence(&row.text)
}

/// Whether the row continues a wrapped line: "gently mix / the ingredients."
fn continues(print: &MeasuredText<'_>, at: usize) -> bool {
    let Some((above, row)) =
        at.checked_sub(1).and_then(|above| print.rows.get(above)).zip(print.rows.get(at))
    else {
        return false;
    };
    print.is_wrapped
        && row.text.starts_with(char::is_lowercase)
        && !row.text.ends_with(':')
        && above.chars >= MIN_BROKEN_CHARS
        && above.text.ends_with(|c: char| c.is_alphanumeric() || c == ',')
        && above.block == row.block
        && above.column == row.column
        && row.drop < BLANK
        && (0.85..1.18).contains(&(row.size / above.size))
}

/// Whether the line is a word for "recipe" and the name of a dish: "Recette : tarte aux pommes".
fn is_labelled_title(line: &str) -> bool {
    line.split_once(':').is_some_and(|(_, name)| {
        name.contains(char::is_alphabetic)
            && !cues::is_instruction(name)
            && without_recipe_word(line.to_owned()) != line
    })
}

/// Whether the row is a numbered remark and the next number follows: "1. Note: this makes a lot".
fn is_counted_remark(print: &MeasuredText<'_>, at: usize) -> bool {
    let Some(row) = print.rows.get(at) else { return false };
    let Mark::Number(number) = row.mark else { return false };
    let is_next = |row: &Row<'_>| row.mark == Mark::Number(number.saturating_add(1));
    let Some((_, rest)) = bare(row).split_once(':') else { return false };
    rest.split_whitespace().nth(MIN_STEP_WORDS).is_some()
        && print.rows.iter().skip(at + 1).take(LONGEST_STEP_ROWS).any(is_next)
}

/// A heading in free wording. Before the ingredients, most of these lines are titles.
fn heading_by_pattern(
    print: &MeasuredText<'_>,
    at: usize,
    (is_below_list, is_below_steps): (bool, bool),
) -> Option<SectionHeading> {
    let row = print.rows.get(at)?;
    let line = bare(row);
    let next = print.rows.get(at + 1);
    if matches!(row.mark, Mark::Number(_) | Mark::Bare(_))
        || row.is_item()
        || is_listed_with(row, next)
        || is_listed_with(row, at.checked_sub(1).and_then(|before| print.rows.get(before)))
        || row.has_amount()
        // Excludes lines of a printed paragraph.
        || print.is_wrapped && !stands_out(print, at)
    {
        return None;
    }
    let new = |topic: Topic, inline: Option<usize>| SectionHeading {
        row: at,
        topic,
        inline,
        is_end: topic == Topic::Other && chrome::is_end(line),
        part: None,
    };
    let is_known = cues::announced(line).is_some_and(|heading| heading.topic == Topic::Other);
    if cues::mentions_needs(line) && !is_known {
        let is_listed = |row: &Row<'_>| {
            row.has_amount()
                || row.mark == Mark::Bullet
                || row.is_item()
                || cues::starts_a_group(&cues::tidy(&row.text))
        };
        let is_above_list = (at + 1..at + 3).any(|next| print.rows.get(next).is_some_and(is_listed));
        let is_asked =
            line.ends_with([':', '?']) && next.is_some_and(|next| !cues::is_instruction(next.words()));
        if (is_above_list && !cues::is_instruction(line)) || is_asked {
            let part = cues::before_needs(line).map(cues::tidy).filter(|part| cues::starts_a_group(part));
            return Some(SectionHeading { part, ..new(Topic::Ingredients, None) });
        }
    }
    if !is_below_list {
        return None;
    }
    if is_below_steps && cues::ends_with_aside(line) {
        return Some(new(Topic::Other, None));
    }
    let is_measured = next.is_some_and(|next| cues::is_time(&next.text));
    // Remove the full stop of a heading: "Method of preparation."
    let stopped = line.strip_suffix('.').filter(|line| {
        let words = line.split_whitespace().count();
        (2..=MAX_WORDS_BEFORE_STOP).contains(&words)
    });
    if cues::is_steps_heading(stopped.unwrap_or(line)) && !is_measured && !is_known {
        return Some(new(Topic::Steps, None));
    }
    let is_step = |row: &Row<'_>| cues::is_instruction(row.words()) && !row.has_amount();
    if !is_below_steps && line.ends_with(':') && row.chars <= LONGEST_LEAD_CHARS && next.is_some_and(is_step)
    {
        return Some(new(Topic::Steps, None));
    }
    if let Some((name, rest)) = line.split_once(':').filter(|(_, rest)| !rest.trim().is_empty()) {
        let rest = rest.trim_start();
        let offset = row.text.len() - rest.len();
        let is_steps = cues::is_steps_heading(name) && cues::is_instruction(rest);
        let is_aside = cues::is_aside_heading(name) && !labels::is_fact(line);
        return match (is_steps, is_aside) {
            (true, _) => Some(new(Topic::Steps, Some(offset))),
            (_, true) => Some(new(Topic::Other, Some(offset))),
            _ => None,
        };
    }
    (cues::is_aside_heading(line) && !labels::is_fact(line)).then(|| new(Topic::Other, None))
}

fn is_listed_with(row: &Row<'_>, neighbour: Option<&Row<'_>>) -> bool {
    row.mark == Mark::Bullet
        && neighbour.is_some_and(|other| other.text.chars().next() == row.text.chars().next())
}

fn heading(print: &MeasuredText<'_>, at: usize) -> Option<SectionHeading> {
    let row = print.rows.row(at);
    let text = bare(row);
    let before = row.text.len() - text.len();
    let new = |topic: Topic, inline: Option<usize>| SectionHeading {
        row: at,
        topic,
        inline: inline.map(|start| before + start),
        is_end: topic == Topic::Other && chrome::is_end(text),
        part: None,
    };
    if chrome::is_end(text) && text.len() <= cues::LONGEST_HEADING_BYTES {
        return Some(new(Topic::Other, None));
    }
    match cues::classify_heading(&line(print, at, text))? {
        // A line that states times is not a heading: "Preparation: 25 min | Cooking: 20 min".
        HeadingKind::Part { topic: Topic::Steps, inline: Some(_), .. } if labels::is_fact(text) => None,
        HeadingKind::Part { topic, inline, of } => {
            // "(for the sauce)" names a part; "(one cup holds 240 ml)" does not.
            let names_part = |of: &&str| {
                !labels::is_servings_phrase(of)
                    && of.strip_prefix('(').is_none_or(|of| cues::is_qualifier(of) && !cues::has_number(of))
            };
            let part = of.filter(names_part).map(cues::tidy);
            let is_heading = |start: &usize| cues::is_steps_heading(text.get(*start..).unwrap_or_default());
            let inline = inline.filter(|start| match topic {
                Topic::Ingredients => !is_praise(print, at, text.get(*start..).unwrap_or_default()),
                _ => !is_heading(start),
            });
            Some(SectionHeading { part: part.filter(|part| !part.is_empty()), ..new(topic, inline) })
        }
        HeadingKind::Other { words, inline } => {
            let is_fact = words.len() < text.len() && labels::is_fact(text);
            // A label with a value starts no section: "Difficulty level: easy".
            let inline = inline.or_else(|| value_behind_colon(text));
            (chrome::ends_section(words) && !is_fact).then(|| new(Topic::Other, inline))
        }
        HeadingKind::Value => None,
    }
}

fn is_remark_in_brackets(text: &str) -> bool {
    text.starts_with('(')
        && text.ends_with(')')
        && text.split_whitespace().nth(MAX_WORDS_IN_BRACKETS).is_some()
}

/// Whether the words after the colon are no list, and a list follows: "Ingredients: A Solid Base".
fn is_praise(print: &MeasuredText<'_>, at: usize, rest: &str) -> bool {
    let below = print.rows.iter().skip(at + 1).take(MAX_TO_LIST);
    !rest.contains(',')
        && !cues::has_number(rest)
        && !cues::counts_in_words(rest)
        && !recipe::names_food(rest)
        && below.filter(|row| row.has_amount()).count() >= MIN_AMOUNTS
}

/// Byte offset of the value: "easy" in "Level: easy".
fn value_behind_colon(text: &str) -> Option<usize> {
    let (label, value) = text.split_once(':')?;
    let value = value.trim_start();
    let is_label = label.len() <= LONGEST_LABEL_BYTES && value.contains(char::is_alphanumeric);
    is_label.then_some(text.len() - value.len())
}

fn line<'a>(print: &'a MeasuredText<'_>, at: usize, text: &'a str) -> Line<'a> {
    let row = print.rows.row(at);
    let next = print.rows.get(at + 1).filter(|next| next.block == row.block);
    let is_prose = |next: &Row<'_>| !next.has_amount() && cues::is_instruction(&next.text);
    let emphasis = match () {
        () if row.is_heading() => Emphasis::Heading,
        () if stands_out(print, at) => Emphasis::Apart,
        () => Emphasis::None,
    };
    Line {
        text,
        next: next.map(|next| next.text.as_str()),
        is_above_prose: print.rows.get(at + 1).is_some_and(is_prose),
        emphasis,
        is_own_block: false,
        is_item: row.is_item() || matches!(row.mark, Mark::Number(_)),
        is_title: matches!(row.line.role, Role::Title | Role::Heading(1)),
        is_large: row.is_large(),
        may_be_button: false,
        is_recognised: print.text.is_recognised,
    }
}

/// Removes the letter of an outline: "B. Preparation".
fn without_letter(text: &str) -> &str {
    match text.split_once(". ") {
        Some((letter, rest)) if letter.len() == 1 && letter.starts_with(char::is_uppercase) => {
            rest.trim_start()
        }
        _ => text,
    }
}

/// Removes decoration before the words: "== Ingredients", "1. Ingredients", "~ Method".
fn bare<'a>(row: &'a Row<'_>) -> &'a str {
    let text =
        if matches!(row.mark, Mark::Number(_) | Mark::Bullet | Mark::Blot) { row.words() } else { &row.text };
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | '¿' | '¡'));
    without_letter(text).trim_start_matches(['¿', '¡'])
}

pub(super) fn stands_out(print: &MeasuredText<'_>, at: usize) -> bool {
    let row = print.rows.row(at);
    let is_first =
        at == 0 || print.rows.row(at - 1).block != row.block || print.rows.row(at - 1).column != row.column;
    row.is_heading()
        || row.is_large()
        || row.line.is_bold
        || row.text.ends_with(':')
        || cues::is_in_capitals(&row.text)
        || row.chars <= 40 && (is_first || row.drop >= 1.3)
}
