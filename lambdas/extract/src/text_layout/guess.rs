//! What nothing announces: a run of lines most of which start with an amount, and the sentences behind it.

use super::marks::Mark;
use super::parts::{Parts, Section, is_fact, is_prose};
use super::print::Print;
use crate::cues::{self, Topic};
use recipe::{Places, Span};

/// Lines without an amount that may stand among those with one.
const MOST_BETWEEN: usize = 4;

/// Looks among the other lines for the list or the steps that no heading announces.
pub(super) fn fill(print: &Print<'_>, parts: &mut Parts) {
    let has = |topic| parts.sections.iter().any(|section| section.topic == topic);
    if !has(Topic::Ingredients) {
        let steps = parts.sections.iter().find(|section| section.topic == Topic::Steps).cloned();
        let found = ingredients(print, &parts.rest);
        if found.is_empty()
            && let Some(steps) = steps
        {
            // Announced together with the steps, or above them.
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

fn take(parts: &mut Parts, topic: Topic, rows: Vec<usize>) {
    if rows.is_empty() {
        return;
    }
    parts.rest.retain(|row| rows.binary_search(row).is_err());
    parts.sections.push(Section::guessed(topic, rows));
}

/// The longest run of lines that look like ingredients.
fn ingredients(print: &Print<'_>, rest: &[usize]) -> Vec<usize> {
    let mut best: &[usize] = &[];
    let mut at = 0;
    while at < rest.len() {
        let mut end = at;
        let mut since = 0;
        while let Some(row) = rest.get(end).copied()
            && may_be_listed(print, row)
            && (end == at || is_next(print, rest.at(end - 1), row))
        {
            since = if has_amount(print, row) { 0 } else { since + 1 };
            end += 1;
            if since > MOST_BETWEEN {
                break;
            }
        }
        let texts: Vec<&str> =
            rest.span(at..end).iter().map(|row| print.rows[*row].words_or_amount()).collect();
        if let Some((first, last)) = cues::list_in(&texts)
            && last - first > best.len()
        {
            best = rest.span(at + first..at + last);
        }
        at = end.max(at + 1);
    }
    best.to_vec()
}

fn has_amount(print: &Print<'_>, at: usize) -> bool {
    cues::starts_with_amount(print.rows[at].words_or_amount())
}

fn may_be_listed(print: &Print<'_>, at: usize) -> bool {
    let row = &print.rows[at];
    let is_line =
        cues::may_be_ingredient(&row.text) && !is_prose(print, at) && !matches!(row.mark, Mark::Number(_));
    is_line && !cues::is_for_sale(&row.text) && !row.is_heading() && !row.is_large() && !is_fact(&row.text)
}

/// Whether two lines of the rest follow each other on the paper.
fn is_next(print: &Print<'_>, one: usize, two: usize) -> bool {
    two - one <= 2 || print.rows[one].column == print.rows[two].column && two - one <= 4
}

/// The sentences and numbered lines behind the list.
fn steps(print: &Print<'_>, rest: &[usize], last: usize) -> Vec<usize> {
    let behind: Vec<usize> = rest.iter().copied().filter(|row| *row > last).collect();
    let is_told = |at: usize| {
        let row = &print.rows[at];
        is_prose(print, at) || cues::is_told(row.words()) || matches!(row.mark, Mark::Number(_))
    };
    let Some(first) = behind.iter().position(|row| is_told(*row)) else { return Vec::new() };
    let end = behind.iter().rposition(|row| is_told(*row)).map_or(first, |end| end + 1);
    // A sentence's last line of print has few words.
    let end = (end..behind.len())
        .take_while(|at| {
            print.is_wrapped
                && !print.rows[behind[*at]].is_large()
                && print.rows[behind[*at]].drop < 1.4
                && print.rows[behind[*at - 1]].column == print.rows[behind[*at]].column
        })
        .last()
        .map_or(end, |at| at + 1);
    behind.span(first..end).iter().copied().filter(|row| !print.rows[*row].is_large()).collect()
}
