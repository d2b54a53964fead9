//! Joins amounts on separate lines with the ingredients before or after them: "150 g", "green beans".

use super::buttons;
use super::marks;
use super::rows::{Row, is_fact};
use crate::cues::{self, Topic};
use recipe::Language;
use std::cmp::Ordering;
use std::ops::Range;

const MIN_AMOUNTS: usize = 3;
const MAX_ROWS_TO_AN_AMOUNT: usize = 3;
const LONGEST_LIST: usize = 200;
const LONGEST_NAME_CHARS: usize = 160;
const LONGEST_AMOUNT_CHARS: usize = 18;
const MAX_WORDS_OF_A_MEASURE: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    AboveName,
    BelowName,
}

pub(super) fn join(rows: &mut Vec<Row<'_>>) {
    let mut is_joined = vec![false; rows.len()];
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        at += 1;
        if !is_ingredients_heading(&row.text) {
            continue;
        }
        let list = list_below(rows, at);
        at = list.end;
        let amounts = amounts(rows, &list);
        let Some(side) = side(rows, &list, &amounts) else { continue };
        for amount in amounts {
            join_at(rows, &list, amount, side, &mut is_joined);
        }
    }
    let mut joined = is_joined.into_iter();
    rows.retain(|_| joined.next() != Some(true));
}

/// Whether the line is a heading, perhaps with a button: "IngredientsCopy".
fn is_ingredients_heading(line: &str) -> bool {
    let announces =
        |line: &str| cues::announced(line).is_some_and(|heading| heading.topic == Topic::Ingredients);
    announces(line) || announces(&buttons::split_at_capitals(line))
}

fn list_below(rows: &[Row<'_>], start: usize) -> Range<usize> {
    let is_instruction = |row: &Row<'_>| row.text.ends_with(['.', '!']) && cues::is_instruction(&row.text);
    let ends = |row: &&Row<'_>| is_instruction(row) || cues::announced(&row.text).is_some();
    let length = rows.iter().skip(start).take(LONGEST_LIST).take_while(|row| !ends(row)).count();
    start..start + length
}

/// Rows that are only amounts. Of consecutive ones, only the last: the others are buttons that scale the
/// list.
fn amounts(rows: &[Row<'_>], list: &Range<usize>) -> Vec<usize> {
    let is_amount = |at: usize| rows.get(at).is_some_and(|row| is_amount(&row.text));
    list.clone().filter(|at| is_amount(*at) && !is_amount(at + 1)).collect()
}

fn is_amount(line: &str) -> bool {
    if cues::is_bare_amount(line) {
        return true;
    }
    let words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let names_food = || {
        let languages = [Some(Language::En), Some(Language::Es), Some(Language::Fr)];
        languages.into_iter().any(|language| !recipe::foods_in(line, language).is_empty())
    };
    cues::starts_with_amount(line)
        && line.chars().count() <= LONGEST_AMOUNT_CHARS
        && words.count() <= MAX_WORDS_OF_A_MEASURE
        && !line.contains([':', '%'])
        && !cues::is_time(line)
        && !is_fact(line)
        && !names_food()
}

/// Whether the amounts precede or follow their names; `None` if unclear or if few are on separate lines.
fn side(rows: &[Row<'_>], list: &Range<usize>, amounts: &[usize]) -> Option<Side> {
    let (first, last) = (*amounts.first()?, *amounts.last()?);
    let is_column = amounts.len() >= MIN_AMOUNTS && last - first < amounts.len() * MAX_ROWS_TO_AN_AMOUNT;
    let listed = rows.get(list.clone()).unwrap_or_default();
    // A few separate amounts may be due to broken lines.
    let whole =
        listed.iter().filter(|row| cues::starts_with_amount(&row.text) && !is_amount(&row.text)).count();
    if !is_column || whole * 2 > amounts.len() {
        return None;
    }
    let is_around = |row: &&Row<'_>| {
        is_fact(&row.text) || buttons::is_button(&row.text) || cues::starts_a_group(&cues::tidy(&row.text))
    };
    let opens =
        listed.iter().find(|row| !is_around(row)).is_some_and(|row| cues::starts_with_amount(&row.text));
    let closes = listed.last().is_some_and(|row| cues::starts_with_amount(&row.text));
    // A number and its unit may be on two lines: "3", "cups of water".
    let continues = |at: &&usize| {
        let next = rows.get(**at + 1);
        next.is_some_and(|next| next.text.starts_with(char::is_lowercase))
            && rows.get(**at).is_some_and(|row| !row.text.contains(char::is_alphabetic))
    };
    let counts = amounts.iter().filter(continues).count() * 2 > amounts.len();
    // Buttons above the first amount scale the list.
    let is_scaled = first > list.start && rows.get(first - 1).is_some_and(|row| is_amount(&row.text));
    let is_second = first == list.start + 1;
    match side_by_space(rows, amounts) {
        _ if counts => Some(Side::AboveName),
        Some(side) => Some(side),
        None if opens || is_scaled => Some(Side::AboveName),
        None if closes || is_second => Some(Side::BelowName),
        None => None,
    }
}

fn side_by_space(rows: &[Row<'_>], amounts: &[usize]) -> Option<Side> {
    let closer_below = |at: &&usize| {
        let space = |at: usize| rows.get(at).map_or(0.0, |row| row.line.space_above);
        match space(**at + 1).total_cmp(&space(**at)) {
            Ordering::Less => Some(true),
            Ordering::Greater => Some(false),
            Ordering::Equal => None,
        }
    };
    let below = amounts.iter().filter(|at| closer_below(at) == Some(true)).count();
    let above = amounts.iter().filter(|at| closer_below(at) == Some(false)).count();
    match () {
        () if below * 2 > amounts.len() => Some(Side::AboveName),
        () if above * 2 > amounts.len() => Some(Side::BelowName),
        () => None,
    }
}

fn join_at(rows: &mut [Row<'_>], list: &Range<usize>, amount: usize, side: Side, is_joined: &mut [bool]) {
    let name = match side {
        Side::AboveName => Some(amount + 1),
        Side::BelowName => amount.checked_sub(1),
    };
    let Some(name) = name.filter(|name| list.contains(name)) else { return };
    let is_name = |row: &&Row<'_>| row.chars <= LONGEST_NAME_CHARS && !is_amount(&row.text);
    let (Some(measure), Some(named)) = (rows.get(amount), rows.get(name).filter(is_name)) else { return };
    let text = format!("{} {}", measure.text, named.words_or_amount());
    let (kept, gone) = (amount.min(name), amount.max(name));
    if let (Some(row), Some(gone)) = (rows.get_mut(kept), is_joined.get_mut(gone)) {
        *gone = true;
        (row.mark, row.body) = marks::mark(&text, false);
        row.chars = text.chars().count();
        row.right = row.left + row.chars as f32;
        row.text = text;
    }
}
