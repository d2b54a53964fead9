//! Finds ingredient lists and steps that have no heading.

use super::ingredients::{MIN_AMOUNTS_IN_A_LINE, list_of_part};
use super::marks::Mark;
use super::parts::{Parts, Section, is_prose};
use super::print::{MeasuredText, Row};
use super::rows::is_fact;
use crate::cues::{self, Topic};
use recipe::{Places, Span};
use std::ops::Range;

const MIN_PLAIN: usize = 3;
const LONGEST_PLAIN_CHARS: usize = 60;
/// Minimum amounts of a list if several lists have steps.
const MIN_OF_SEVERAL: usize = 3;
const MAX_LISTS: usize = 12;
const LONGEST_PART_CHARS: usize = 48;
const MAX_BETWEEN: usize = 4;

/// Finds the ingredients or the steps that have no section.
pub(super) fn fill(print: &MeasuredText<'_>, parts: &mut Parts) {
    if parts.sections.is_empty() && take_lists_with_steps(print, parts) {
        return;
    }
    let has = |topic| parts.sections.iter().any(|section| section.topic == topic);
    if !has(Topic::Ingredients) {
        let steps = parts.sections.iter().find(|section| section.topic == Topic::Steps).cloned();
        let found = ingredients(print, &parts.rest);
        if found.is_empty()
            && let Some(steps) = steps
        {
            // The list may be within the section of steps.
            let inside = ingredients(print, &steps.rows);
            if let Some(section) = parts.sections.iter_mut().find(|section| section.topic == Topic::Steps) {
                section.rows.retain(|row| inside.binary_search(row).is_err());
            }
            take(parts, Topic::Ingredients, inside);
        } else {
            take(parts, Topic::Ingredients, found);
        }
    }
    let last = parts
        .sections
        .iter()
        .filter(|section| section.topic == Topic::Ingredients)
        .filter_map(|section| section.rows.last())
        .max()
        .copied();
    if let Some(last) = last
        && !parts.sections.iter().any(|section| section.topic == Topic::Steps)
    {
        let steps = steps(print, &parts.rest, last);
        take(parts, Topic::Steps, steps);
    }
}

fn take_lists_with_steps(print: &MeasuredText<'_>, parts: &mut Parts) -> bool {
    let rest = parts.rest.clone();
    let amounts = |list: &&[usize]| list.iter().filter(|at| has_amount(print, **at)).count();
    let lists: Vec<&[usize]> =
        listed(print, &rest).into_iter().filter(|list| amounts(list) >= MIN_OF_SEVERAL).collect();
    if !(2..=MAX_LISTS).contains(&lists.len()) {
        return false;
    }
    let ends = lists.iter().skip(1).filter_map(|list| list.first().copied()).chain([usize::MAX]);
    let with_steps: Vec<(&[usize], Vec<usize>)> = lists
        .iter()
        .zip(ends)
        .filter_map(|(list, end)| {
            let before = rest.span(..rest.partition_point(|at| *at < end));
            let mut step_rows = steps(print, before, *list.last()?);
            // The name of the next part may follow the steps.
            let is_sentence = |at: &usize| print.rows.row(*at).text.ends_with(['.', '!']);
            step_rows.truncate(step_rows.iter().rposition(is_sentence).map_or(0, |last| last + 1));
            (!step_rows.is_empty()).then_some((*list, step_rows))
        })
        .collect();
    if with_steps.len() < 2 {
        return false;
    }
    let mut last: Option<usize> = None;
    for (list, step_rows) in with_steps {
        let above = list.first().and_then(|first| first.checked_sub(1));
        let part =
            above.filter(|above| last.is_some_and(|last| last < *above)).and_then(|at| part(print, at));
        last = step_rows.last().copied();
        take(parts, Topic::Ingredients, list.to_vec());
        if let Some(section) = parts.sections.last_mut() {
            section.part = part;
        }
        take(parts, Topic::Steps, step_rows);
    }
    true
}

fn part(print: &MeasuredText<'_>, at: usize) -> Option<String> {
    let is_name = |row: &&Row<'_>| {
        row.chars <= LONGEST_PART_CHARS && !row.text.ends_with(['.', '!']) && !is_fact(&row.text)
    };
    let row = print.rows.get(at).filter(is_name)?;
    Some(cues::tidy(&row.text)).filter(|name| name.contains(char::is_alphabetic))
}

fn take(parts: &mut Parts, topic: Topic, rows: Vec<usize>) {
    if rows.is_empty() {
        return;
    }
    parts.rest.retain(|row| rows.binary_search(row).is_err());
    parts.sections.push(Section::guessed(topic, rows));
}

/// The runs of ingredient lines, each up to its last amount.
pub(super) fn runs(print: &MeasuredText<'_>, noise: &[bool]) -> Vec<Range<usize>> {
    let rows: Vec<usize> = (0..print.rows.len()).filter(|at| !noise.at(*at)).collect();
    let whole = |run: &[usize]| {
        let last = run.iter().rfind(|row| has_amount(print, **row))?;
        Some(*run.first()?..last + 1)
    };
    listed(print, &rows).into_iter().filter_map(whole).collect()
}

fn ingredients(print: &MeasuredText<'_>, rest: &[usize]) -> Vec<usize> {
    let best = listed(print, rest).into_iter().rev().max_by_key(|run| run.len());
    if let Some(best) = best {
        return best.to_vec();
    }
    let is_list_in_a_line = |at: &&usize| {
        let row = print.rows.get(**at).filter(|row| matches!(row.mark, Mark::None | Mark::Bare(_)));
        row.is_some_and(|row| {
            cues::enumerated(&row.text, MIN_AMOUNTS_IN_A_LINE).is_some() || list_of_part(&row.text).is_some()
        })
    };
    rest.iter().skip_while(|at| !is_list_in_a_line(at)).take_while(is_list_in_a_line).copied().collect()
}

fn listed<'a>(print: &MeasuredText<'_>, rest: &'a [usize]) -> Vec<&'a [usize]> {
    let mut found: Vec<&[usize]> = Vec::new();
    let mut at = 0;
    while at < rest.len() {
        let mut end = at;
        let mut since = 0;
        while let Some(row) = rest.get(end).copied()
            && (may_be_listed(print, row) || is_heading_of_part(print, row, rest.get(end + 1), end == at))
            && (end == at || is_next(print, rest.at(end - 1), row))
        {
            since = if has_amount(print, row) { 0 } else { since + 1 };
            end += 1;
            if since > MAX_BETWEEN {
                break;
            }
        }
        let run = rest.span(at..end);
        let texts: Vec<&str> = run.iter().map(|row| print.rows.row(*row).words_or_amount()).collect();
        if let Some((first, last)) = cues::list_in(&texts).or_else(|| plain_list(print, run)) {
            let last = first + before_trailing_instructions(print, run.span(first..last));
            found.push(rest.span(at + above_first(print, run, first)..at + last));
        }
        at = end.max(at + 1);
    }
    found
}

fn before_trailing_instructions(print: &MeasuredText<'_>, list: &[usize]) -> usize {
    let row = |at: usize| list.get(at).map(|at| print.rows.row(*at));
    let is_step = |row: &Row<'_>| row.is_instruction_sentence() || cues::names_temperature(&row.text);
    let last = list.iter().rposition(|row| has_amount(print, *row)).map_or(0, |last| last + 1);
    let is_plain = !(0..last).filter_map(row).any(|row| row.text.ends_with('.'));
    let first_step = (last..list.len()).find(|at| row(*at).is_some_and(is_step));
    first_step.filter(|_| is_plain).unwrap_or(list.len())
}

/// Start of the list, which may have lines before the first amount: with the same bullet, a group heading, or
/// number words ("An onion").
fn above_first(print: &MeasuredText<'_>, run: &[usize], first: usize) -> usize {
    let row = |at: usize| run.get(at).map(|at| print.rows.row(*at));
    let bullet = |row: &Row<'_>| row.text.chars().next().filter(|_| row.mark == Mark::Bullet);
    let own = row(first).and_then(bullet);
    let is_alike = |at: &usize| own.is_some() && row(*at).and_then(bullet) == own;
    let start = (0..first).rev().take_while(is_alike).last().unwrap_or(first);
    let is_below_fact = |at: &usize| {
        let above = run.get(*at).and_then(|row| row.checked_sub(1)).and_then(|above| print.rows.get(above));
        above.is_some_and(|above| is_fact(&above.text))
    };
    let counts = |at: &usize| row(*at).is_some_and(|row| cues::begins_with_count(&row.text));
    let start = (0..start).rev().take_while(counts).find(is_below_fact).unwrap_or(start);
    let is_counted_food = |at: &usize| {
        let is_right_above = run.get(*at).zip(run.get(*at + 1)).is_some_and(|(row, next)| row + 1 == *next);
        let names_food = |row: &Row<'_>| cues::counts_in_words(&row.text) && recipe::names_food(&row.text);
        is_right_above && row(*at).is_some_and(|row| row.chars <= LONGEST_PLAIN_CHARS && names_food(row))
    };
    let start = (0..start).rev().take_while(is_counted_food).last().unwrap_or(start);
    let names_part = |row: &Row<'_>| {
        row.mark == Mark::None && !row.has_amount() && cues::starts_a_group(&cues::tidy(&row.text))
    };
    let has_parts = (start..run.len()).filter_map(row).any(names_part);
    match start.checked_sub(1).filter(|above| has_parts && row(*above).is_some_and(names_part)) {
        Some(above) => above,
        None => start,
    }
}

/// A list of short lines with amounts in any unit, before instructions.
fn plain_list(print: &MeasuredText<'_>, run: &[usize]) -> Option<(usize, usize)> {
    let first = run.iter().position(|row| has_amount(print, *row))?;
    let last = run.iter().rposition(|row| has_amount(print, *row))?;
    let amounts = run.iter().filter(|row| has_amount(print, **row)).count();
    let is_short = |row: &usize| print.rows.get(*row).is_some_and(|row| row.chars <= LONGEST_PLAIN_CHARS);
    let short = run.iter().filter(|row| is_short(row)).count();
    let end = run.len().min(last + 1 + MAX_BETWEEN);
    let is_of_steps = |row: &Row<'_>| {
        cues::is_instruction(row.words())
            || cues::begins_with_instruction(row.words())
            || cues::is_steps_heading(&row.text)
            || cues::announced(&row.text).is_some_and(|heading| heading.topic == Topic::Steps)
    };
    let is_followed = run.last().and_then(|last| print.rows.get(last + 1)).is_some_and(is_of_steps);
    let is_list = amounts >= MIN_PLAIN && amounts * 4 >= (last + 1 - first) * 3 && short * 5 >= run.len() * 4;
    (is_list && is_followed).then_some((first, end))
}

fn has_amount(print: &MeasuredText<'_>, at: usize) -> bool {
    print.rows.get(at).is_some_and(Row::has_amount)
}

/// Whether the row is a large name of a part, above an amount. The first one needs clear words.
fn is_heading_of_part(print: &MeasuredText<'_>, at: usize, next: Option<&usize>, is_first: bool) -> bool {
    let row = print.rows.row(at);
    let name = cues::tidy(&row.text);
    row.is_large()
        && !row.is_much_larger()
        && !row.has_amount()
        && row.chars <= LONGEST_PART_CHARS
        && (!is_first || cues::starts_a_group(&name) || cues::names_a_part(&name))
        && next.is_some_and(|next| *next == at + 1 && has_amount(print, *next))
}

fn may_be_listed(print: &MeasuredText<'_>, at: usize) -> bool {
    let row = print.rows.row(at);
    let is_line =
        cues::may_be_ingredient(&row.text) && !is_prose(print, at) && !matches!(row.mark, Mark::Number(_));
    is_line
        && !cues::is_for_sale(&row.text)
        && !row.is_heading()
        && !row.is_large()
        && !is_fact(&row.text)
        && !cues::is_byline(&row.text)
        && !cues::counts_ingredients(&row.text)
        && (row.has_amount() || !cues::begins_with_instruction(row.words()))
}

fn is_next(print: &MeasuredText<'_>, one: usize, two: usize) -> bool {
    two - one <= 2 || print.rows.row(one).column == print.rows.row(two).column && two - one <= 4
}

fn steps(print: &MeasuredText<'_>, rest: &[usize], last: usize) -> Vec<usize> {
    let behind: Vec<usize> = rest.iter().copied().filter(|row| *row > last).collect();
    let is_instruction = |at: usize| {
        let row = print.rows.row(at);
        is_prose(print, at)
            || cues::is_instruction(row.words())
            || cues::begins_with_instruction(row.words())
            || cues::names_temperature(&row.text)
            || matches!(row.mark, Mark::Number(_))
    };
    let Some(first) = behind.iter().position(|row| is_instruction(*row)) else { return Vec::new() };
    let end = behind.iter().rposition(|row| is_instruction(*row)).map_or(first, |end| end + 1);
    let row = |at: usize| print.rows.row(behind.at(at));
    // Includes a short line at the end of a wrapped sentence.
    let end = (end..behind.len())
        .take_while(|at| {
            print.is_wrapped
                && !row(*at).is_large()
                && row(*at).drop < 1.4
                && row(*at - 1).column == row(*at).column
        })
        .last()
        .map_or(end, |at| at + 1);
    let is_label = |row: &Row<'_>| {
        row.mark == Mark::None && row.text.contains(':') && !row.text.ends_with('.') && is_fact(&row.text)
    };
    let is_step = |at: &usize| print.rows.get(*at).is_some_and(|row| !row.is_large() && !is_label(row));
    behind.span(first..end).iter().copied().filter(is_step).collect()
}
