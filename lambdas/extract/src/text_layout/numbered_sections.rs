//! Finds numbered headings of an article: "1. Where it comes from", "2. Ingredients". They are not steps.

use super::chrome;
use super::marks::Mark;
use super::print::MeasuredText;
use super::section_heading::SectionHeading;
use crate::cues::{self, Topic};

const MIN_SECTIONS: usize = 3;
const MIN_AMOUNTS: usize = 3;
const MAX_WORDS: usize = 9;

pub(super) fn headings(print: &MeasuredText<'_>) -> Vec<SectionHeading> {
    let mut rows: Vec<usize> = Vec::new();
    for at in 0..print.rows.len() {
        if is_next(print, at, rows.len() + 1) {
            rows.push(at);
        }
    }
    let words = |at: &usize| print.rows.row(*at).words();
    let has_list = |at: &usize| {
        let end = rows.iter().find(|next| *next > at).copied().unwrap_or(print.rows.len());
        let below = print.rows.iter().take(end).skip(at + 1);
        below.filter(|row| cues::starts_with_amount(row.words())).count() >= MIN_AMOUNTS
    };
    let list = rows.iter().find(|at| cues::names_ingredients(words(at)) && has_list(at)).copied();
    let Some(list) = list.filter(|_| rows.len() >= MIN_SECTIONS) else { return Vec::new() };
    let announces_steps = |line: &str| {
        cues::is_steps_heading(line)
            || cues::announced(line).is_some_and(|heading| heading.topic == Topic::Steps)
    };
    let has_steps = rows.iter().any(|at| *at > list && announces_steps(words(at)));
    let heading = |row: usize| {
        let line = words(&row);
        let topic = match () {
            () if row == list => Topic::Ingredients,
            () if row > list && announces_steps(line) => Topic::Steps,
            () if row > list && !has_steps => Topic::Steps,
            () => Topic::Other,
        };
        let part = (topic == Topic::Steps && !has_steps).then(|| cues::tidy(line));
        SectionHeading {
            row,
            topic,
            inline: None,
            is_end: topic == Topic::Other && chrome::is_end(line),
            part,
        }
    };
    rows.into_iter().map(heading).collect()
}

/// Whether the row has the number `due` and looks like a heading. The next row must not have a number other
/// than 1.
fn is_next(print: &MeasuredText<'_>, at: usize, due: usize) -> bool {
    let (row, next) = (print.rows.row(at), print.rows.get(at + 1));
    let line = row.words();
    let is_above_next = next.is_some_and(|next| match next.mark {
        Mark::Number(number) => number == 1,
        _ => true,
    });
    let is_due = matches!(row.mark, Mark::Number(number) if usize::try_from(number) == Ok(due));
    is_due
        && is_above_next
        && !line.is_empty()
        && !line.ends_with(['.', '!', ',', ';'])
        && line.split_whitespace().nth(MAX_WORDS).is_none()
        && !cues::starts_with_amount(line)
        && !cues::is_step_count(&row.text)
}
