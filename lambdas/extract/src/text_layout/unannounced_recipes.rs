//! Splits a text with recipes that have no heading of steps. Each recipe has a name, a list and instructions.

use recipe::Places;
use std::ops::Range;

use super::guess;
use super::marks::Mark;
use super::print::{MeasuredText, Row};
use super::rows::is_fact;
use super::section_heading::SectionHeading;
use super::titles;
use crate::cues::{self, Topic};

const MIN_AMOUNTS: usize = 3;
/// Maximum rows between name and list, such as servings and category.
const MAX_BETWEEN: usize = 2;
const MAX_WORDS_OF_A_NAME: usize = 8;

pub(super) fn starts_of_further_recipes(
    print: &MeasuredText<'_>,
    headings: &[SectionHeading],
    noise: &[bool],
) -> Vec<usize> {
    // `split` handles texts with steps headings.
    if headings.iter().any(|heading| heading.topic == Topic::Steps) {
        return Vec::new();
    }
    let amounts = |rows: &Range<usize>| {
        print.rows.iter().take(rows.end).skip(rows.start).filter(|row| row.has_amount()).count()
    };
    let is_list = |rows: &Range<usize>| amounts(rows) >= MIN_AMOUNTS;
    let lists: Vec<Range<usize>> = guess::runs(print, noise).into_iter().filter(is_list).collect();
    let ends = lists.iter().skip(1).map(|list| list.start).chain([print.rows.len()]);
    let last_instructions: Vec<Option<usize>> =
        lists.iter().zip(ends).map(|(list, end)| last_instruction(print, list.end..end)).collect();
    let announced: Vec<usize> = headings
        .iter()
        .filter(|heading| heading.topic == Topic::Ingredients)
        .map(|heading| heading.row)
        .collect();
    let mut starts = Vec::new();
    for ([_, list], [above, own]) in lists.array_windows().zip(last_instructions.array_windows()) {
        let (Some(above), Some(_)) = (above, own) else { continue };
        let next = announced.partition_point(|heading| heading < above);
        let is_announced = announced.get(next).is_some_and(|heading| *heading < list.start);
        if !is_announced && let Some(name) = name_above(print, noise, above + 1..list.start) {
            starts.push(name);
        }
    }
    starts
}

fn last_instruction(print: &MeasuredText<'_>, rows: Range<usize>) -> Option<usize> {
    rows.rev().find(|at| print.rows.get(*at).is_some_and(Row::is_instruction_sentence))
}

/// Row with the name of the dish above a list. Skips category and servings, and rejects the name of a part.
fn name_above(print: &MeasuredText<'_>, noise: &[bool], rows: Range<usize>) -> Option<usize> {
    let mut above = rows.rev().take(MAX_BETWEEN + 1);
    let stands_between = |at: usize| {
        let row = print.rows.row(at);
        // A category may be above the list: "Category: Cakes".
        noise.at(at) || is_fact(&row.text) || cues::is_category(&row.text) || row.text.contains(": ")
    };
    let name = above.find(|at| !stands_between(*at))?;
    let row = print.rows.row(name);
    let words = row.text.split_whitespace().count();
    let is_name = titles::may_be_title(print, name)
        && row.mark == Mark::None
        && !row.has_amount()
        && !cues::is_sentence(&row.text)
        && !row.text.ends_with(['.', ':', ',', ';'])
        && row.text.starts_with(char::is_uppercase)
        && words <= MAX_WORDS_OF_A_NAME
        && !cues::starts_a_group(&cues::tidy(&row.text));
    is_name.then_some(name)
}
