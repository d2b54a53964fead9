use recipe::Places;
use std::collections::HashSet;
use std::ops::Range;

use super::guess;
use super::headline;
use super::marks::Mark;
use super::print::{BLANK, MeasuredText};
use super::section_heading::SectionHeading;
use super::stretch::Stretch;
use super::titles;
use crate::cues::{self, Topic};
use crate::text::letters;

const MIN_ROWS: usize = 45;
const MIN_AMOUNTS: usize = 3;
const LONGEST_LIST: usize = 120;
const MAX_WITHOUT_AMOUNT: usize = 7;
/// Maximum rows above the list that may have times and servings.
const MAX_ROWS_ABOVE: usize = 16;
const MAX_BELOW_HEADING: usize = 5;
const MAX_ROWS_BETWEEN: usize = 60;
const LONGEST_STEPS: usize = 150;
/// For steps without a heading: minimum number of steps, maximum number of rows examined, and of rows before
/// the first step.
const MIN_INSTRUCTIONS: usize = 2;
const MAX_LOOKED_AT: usize = 25;
const MAX_ROWS_TO_INSTRUCTION: usize = 10;
const MIN_DUPLICATE_WORDS: usize = 4;
const MIN_NAME_CHARS: usize = 4;

#[derive(Clone, Debug)]
struct List {
    heading: Option<usize>,
    rows: Range<usize>,
    amounts: usize,
}

impl List {
    fn first(&self) -> usize {
        self.heading.unwrap_or(self.rows.start)
    }

    /// Whether this list has the heading of `other` and no additional words.
    fn is_duplicate_of(&self, print: &MeasuredText<'_>, other: &List) -> bool {
        let heading = |list: &List| {
            list.heading.and_then(|heading| print.rows.get(heading)).map(|row| letters(&row.text))
        };
        if heading(self) != heading(other) {
            return false;
        }
        let own = self.names(print);
        own.len() >= MIN_DUPLICATE_WORDS && own.is_subset(&other.names(print))
    }

    fn names(&self, print: &MeasuredText<'_>) -> HashSet<String> {
        let rows = self.rows.clone().filter_map(|at| print.rows.get(at)).filter(|row| row.has_amount());
        rows.flat_map(|row| row.text.split(|c: char| !c.is_alphabetic()))
            .filter(|word| word.chars().count() >= MIN_NAME_CHARS)
            .map(str::to_lowercase)
            .collect()
    }
}

/// The recipe, with all other rows as noise; `None` if the text is not a pasted page, has no list, or has several
/// recipes.
pub(super) fn stretch(
    print: &MeasuredText<'_>,
    headings: &[SectionHeading],
    noise: &[bool],
) -> Option<Stretch> {
    if print.rows.len() < MIN_ROWS || !print.is_plain() || print.text.is_recognised {
        return None;
    }
    let lists = lists(print, headings, noise);
    // Of equal lists, the later one is in the recipe card.
    let best = lists.iter().max_by_key(|list| (steps_heading(headings, list).is_some(), list.amounts))?;
    let names = best.names(print);
    let is_other = |list: &&List| {
        let own = list.names(print);
        list.rows != best.rows && own.intersection(&names).count() * 2 < own.len()
    };
    let has_steps = |list: &List| steps_heading(headings, list).is_some();
    if has_steps(best) && lists.iter().filter(is_other).any(has_steps) {
        return None;
    }
    let core = core(print, headings, best);
    let title = headline::headline(print, noise, best.first(), core.end);
    let beside = beside(print, best, headings);
    let buttons = below_heading(print, best);
    let steps = steps_heading(headings, best).map(|heading| heading.row);
    let is_core = |at: usize| core.contains(&at) && !beside.contains(&at) && !buttons.contains(&at);
    Some(Stretch {
        headings: headings
            .iter()
            .filter(|heading| is_core(heading.row))
            // A heading above a list without a heading belongs to something else.
            .filter(|heading| {
                best.heading.is_some() || heading.row >= best.rows.start || heading.topic == Topic::Steps
            })
            .filter(|heading| steps.is_none_or(|steps| !is_below_heading(print, steps, heading)))
            .cloned()
            .collect(),
        noise: (0..print.rows.len()).map(|at| noise.at(at) || !is_core(at)).collect(),
        rows: 0..print.rows.len(),
        title,
    })
}

fn core(print: &MeasuredText<'_>, headings: &[SectionHeading], best: &List) -> Range<usize> {
    let heading_above =
        headings.iter().rev().find(|heading| heading.row < best.first() && heading.topic != Topic::Other);
    let above =
        heading_above.map_or(0, |heading| heading.row + 1).max(best.first().saturating_sub(MAX_ROWS_ABOVE));
    let Some(steps) = steps_heading(headings, best) else {
        if let Some(first) = first_instruction(print, best) {
            return above..end_of_instructions(print, best, first);
        }
        // The steps may precede the ingredients.
        let before =
            headings.iter().rev().find(|heading| heading.row < best.first() && heading.topic == Topic::Steps);
        return match before.filter(|before| best.first() - before.row <= LONGEST_STEPS / 2) {
            Some(before) => before.row..best.rows.end,
            None => above..(best.rows.end + MAX_ROWS_BETWEEN).min(print.rows.len()),
        };
    };
    let mut end = end_of_instructions(print, best, steps.row + 1);
    let mut is_beside = false;
    for heading in headings
        .iter()
        .filter(|heading| heading.row > steps.row && !is_below_heading(print, steps.row, heading))
    {
        let is_over = heading.is_end
            || heading.topic == Topic::Ingredients
            || is_beside && heading.topic == Topic::Steps;
        if is_over {
            end = end.min(heading.row);
            break;
        }
        is_beside |= heading.topic == Topic::Other && heading.inline.is_none();
    }
    above..end
}

fn first_instruction(print: &MeasuredText<'_>, list: &List) -> Option<usize> {
    let behind = list.rows.end..print.rows.len().min(list.rows.end + MAX_LOOKED_AT);
    let is_instruction = |at: &usize| cues::is_instruction(print.rows.row(*at).words());
    let mut instructions = behind.clone().filter(is_instruction);
    let first = instructions.next()?;
    (instructions.count() + 1 >= MIN_INSTRUCTIONS && first <= list.rows.end + MAX_ROWS_TO_INSTRUCTION)
        .then_some(first)
}

/// Whether the heading is a button below the steps heading, such as "Keep screen on". It does not end the
/// section.
fn is_below_heading(print: &MeasuredText<'_>, steps: usize, heading: &SectionHeading) -> bool {
    let is_instruction = |at: usize| cues::is_instruction(print.rows.row(at).words());
    heading.topic == Topic::Other
        && !heading.is_end
        && (steps + 1..steps + MAX_BELOW_HEADING).contains(&heading.row)
        && !(steps + 1..heading.row).any(is_instruction)
}

/// End of the steps: a separate line with no instruction after it.
fn end_of_instructions(print: &MeasuredText<'_>, list: &List, start: usize) -> usize {
    let most = (start + LONGEST_STEPS).min(print.rows.len());
    let is_step = |at: usize| {
        let row = print.rows.row(at);
        cues::is_instruction(row.words())
            || matches!(row.mark, Mark::Number(_))
            || cues::is_step_count(&row.text)
    };
    // Names of parts share words with the list.
    let known: HashSet<String> =
        list.rows.clone().flat_map(|at| titles::stems(&print.rows.row(at).text)).collect();
    let (mut steps, mut close) = (0, 0);
    for at in start..most {
        let row = print.rows.row(at);
        if is_step(at) {
            steps += 1;
            close += usize::from(row.drop < BLANK);
        } else if steps > 0 && row.drop >= BLANK {
            let is_listed = close >= MIN_INSTRUCTIONS && close * 3 >= steps * 2;
            let names_part = row.text.ends_with(':')
                || cues::starts_a_group(&cues::tidy(&row.text))
                || titles::stems(&row.text).any(|stem| known.contains(&stem));
            let is_paragraph = is_step(at + 1)
                && print.rows.row(at + 1).drop >= BLANK
                && !(is_step(at + 2) && print.rows.row(at + 2).drop < BLANK);
            let is_over = !(at + 1..most.min(at + 4)).any(is_step);
            if is_over || is_listed && is_paragraph && !names_part {
                return at;
            }
        }
    }
    most
}

fn below_heading(print: &MeasuredText<'_>, list: &List) -> Range<usize> {
    let row = |at: usize| print.rows.row(at);
    let is_button = |at: usize| row(at).drop < BLANK && !row(at).has_amount() && !row(at).text.ends_with(':');
    let start = list.rows.start;
    let end = (start..list.rows.end).find(|at| !is_button(*at)).unwrap_or(start);
    if list.heading.is_some() && row(end).drop >= BLANK && row(end).has_amount() {
        start..end
    } else {
        start..start
    }
}

/// Rows of tools or buttons that follow the list after a blank line.
fn beside(print: &MeasuredText<'_>, list: &List, headings: &[SectionHeading]) -> Range<usize> {
    let none = 0..0;
    let steps =
        steps_heading(headings, list).map(|heading| heading.row).or_else(|| first_instruction(print, list));
    let Some(steps) = steps else { return none };
    let Some(rows) = print.rows.get(list.rows.clone()).filter(|rows| rows.len() > MIN_AMOUNTS) else {
        return none;
    };
    let set_off = rows.iter().skip(1).filter(|row| row.drop >= BLANK).count();
    if set_off * 3 > rows.len() {
        return none;
    }
    let names_group = |at: usize| {
        let text = &print.rows.row(at).text;
        text.ends_with(':') || cues::starts_a_group(&cues::tidy(text))
    };
    let is_parted = |at: &usize| {
        print.rows.row(*at).drop >= BLANK && !names_group(*at) && !names_group(at.saturating_sub(1))
    };
    match (list.rows.end..steps).find(is_parted) {
        Some(at) => at..steps,
        None => none,
    }
}

fn steps_heading<'a>(headings: &'a [SectionHeading], list: &List) -> Option<&'a SectionHeading> {
    let mut behind = headings.iter().filter(|heading| heading.row >= list.rows.end);
    let heading = behind.find(|heading| heading.topic != Topic::Other)?;
    (heading.topic == Topic::Steps && heading.row <= list.rows.end + MAX_ROWS_BETWEEN).then_some(heading)
}

fn lists(print: &MeasuredText<'_>, headings: &[SectionHeading], noise: &[bool]) -> Vec<List> {
    let mut lists: Vec<List> = Vec::new();
    for heading in headings.iter().filter(|heading| heading.topic == Topic::Ingredients) {
        let start = if heading.inline.is_some() { heading.row } else { heading.row + 1 };
        let next = headings.iter().find(|next| next.row > heading.row && next.topic == Topic::Steps);
        let end = next.map_or(print.rows.len(), |next| next.row).min(start + LONGEST_LIST);
        let list = List { heading: Some(heading.row), ..list(print, noise, (start, end)) };
        match lists.last_mut() {
            Some(last) if last.rows.end > list.rows.start => {
                let above = List { rows: last.rows.start..heading.row, ..last.clone() };
                if list.is_duplicate_of(print, &above) {
                    last.rows.end = heading.row;
                    lists.push(list);
                    continue;
                }
                // A heading inside the list names a group.
                last.amounts = last.amounts.max(list.amounts);
                last.rows.end = last.rows.end.max(list.rows.end);
            }
            _ => lists.push(list),
        }
    }
    let is_whole = |list: &List| list.amounts >= MIN_AMOUNTS;
    let is_short = |list: &List| list.amounts > 0 && steps_heading(headings, list).is_some();
    if lists.iter().any(is_whole) {
        lists.retain(is_whole);
        return lists;
    }
    lists.retain(is_short);
    if !lists.is_empty() {
        return lists;
    }
    unannounced(print, noise)
}

/// The lists without a heading; if some are before instructions, only those.
fn unannounced(print: &MeasuredText<'_>, noise: &[bool]) -> Vec<List> {
    let mut lists: Vec<List> = guess::runs(print, noise)
        .into_iter()
        .map(|rows| List {
            heading: None,
            amounts: rows.clone().filter(|at| print.rows.row(*at).has_amount()).count(),
            rows,
        })
        .collect();
    let has_instructions = |list: &List| first_instruction(print, list).is_some();
    if lists.iter().any(has_instructions) {
        lists.retain(has_instructions);
    }
    lists
}

fn list(print: &MeasuredText<'_>, noise: &[bool], (start, end): (usize, usize)) -> List {
    let (mut last, mut amounts, mut without) = (start, 0, 0);
    for at in (start..end).filter(|at| !noise.at(*at)) {
        let Some(row) = print.rows.get(at) else { break };
        let has_amount = row.has_amount() || cues::ends_with_amount_and_unit(&row.text);
        let is_dated = cues::is_byline(&row.text) && !cues::is_bare_amount(&row.text);
        if has_amount && !is_dated && !cues::is_sentence(&row.text) {
            (last, without) = (at + 1, 0);
            amounts += 1;
            continue;
        }
        without += 1;
        if without > MAX_WITHOUT_AMOUNT {
            break;
        }
    }
    List { heading: None, rows: start..last, amounts }
}
