//! Lines that announce what follows: ingredients, steps, or what is neither.

use super::chrome;
use super::marks::Mark;
use super::print::{Print, Row};
use crate::cues::{self, Topic};
use crate::labels;

/// What leads over to the steps is short.
const LONGEST_LEAD_CHARS: usize = 60;
/// So many lines with an amount are a list.
const LEAST_AMOUNTS: usize = 2;
/// More headings has no text of recipes.
const MAX_HEADS: usize = 2_000;

/// A line that announces something.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) row: usize,
    pub(super) topic: Topic,
    /// Where in the line itself the announced begins: "Tip: use a heavy pan."
    pub(super) inline: Option<usize>,
    /// Nothing of the recipe follows, but other recipes and what readers write.
    pub(super) is_end: bool,
    /// For which part of the dish: "For the sauce" of "Ingredients for the sauce".
    pub(super) part: Option<String>,
}

/// All of them, in order.
pub(super) fn heads(print: &Print<'_>) -> Vec<Head> {
    let mut heads: Vec<Head> = Vec::new();
    let (mut amounts, mut is_below_list, mut is_below_steps) = (0, false, false);
    for (at, row) in print.rows.iter().enumerate() {
        if heads.len() >= MAX_HEADS {
            break;
        }
        is_below_list |= amounts >= LEAST_AMOUNTS;
        let found = head(print, at).or_else(|| head_by_pattern(print, at, (is_below_list, is_below_steps)));
        is_below_list |= found.as_ref().is_some_and(|head| head.topic == Topic::Ingredients);
        is_below_steps |= found.as_ref().is_some_and(|head| head.topic == Topic::Steps);
        amounts += usize::from(row.has_amount());
        heads.extend(found);
    }
    heads
}

/// What a line announces in words that no list of headings has. Only below a list does a word of making announce steps, and a
/// question something else: above it, both may be the title.
fn head_by_pattern(
    print: &Print<'_>,
    at: usize,
    (is_below_list, is_below_steps): (bool, bool),
) -> Option<Head> {
    let row = print.rows.get(at)?;
    let line = bare(row);
    let next = print.rows.get(at + 1);
    if matches!(row.mark, Mark::Number(_) | Mark::Bare(_))
        || row.is_item()
        || is_listed_with(row, next)
        || is_listed_with(row, at.checked_sub(1).and_then(|before| print.rows.get(before)))
        || row.has_amount()
        // What stands in the middle of a printed paragraph announces nothing.
        || print.is_wrapped && !stands_out(print, at)
    {
        return None;
    }
    let new = |topic: Topic, inline: Option<usize>| Head {
        row: at,
        topic,
        inline,
        is_end: topic == Topic::Other && chrome::is_end(line),
        part: None,
    };
    let is_known = cues::announced(line).is_some_and(|said| said.topic == Topic::Other);
    if cues::speaks_of_needs(line) && !is_known {
        let is_listed = |row: &Row<'_>| {
            row.has_amount()
                || row.mark == Mark::Bullet
                || row.is_item()
                || cues::starts_a_group(&cues::tidy(&row.text))
        };
        let is_above_list = (at + 1..at + 3).any(|next| print.rows.get(next).is_some_and(is_listed));
        let is_asked = line.ends_with([':', '?']) && next.is_some_and(|next| !cues::is_told(&next.text));
        if (is_above_list && !cues::is_told(line)) || is_asked {
            return Some(new(Topic::Ingredients, None));
        }
    }
    if !is_below_list {
        return None;
    }
    let is_measured = next.is_some_and(|next| cues::is_time(&next.text));
    if cues::announces_making(line) && !is_measured && !is_known {
        return Some(new(Topic::Steps, None));
    }
    let tells = |row: &Row<'_>| cues::is_told(row.words()) && !row.has_amount();
    if !is_below_steps && line.ends_with(':') && row.chars <= LONGEST_LEAD_CHARS && next.is_some_and(tells) {
        return Some(new(Topic::Steps, None));
    }
    if let Some((name, rest)) = line.split_once(':').filter(|(_, rest)| !rest.trim().is_empty()) {
        let rest = rest.trim_start();
        let offset = row.text.len() - rest.len();
        let is_steps = cues::announces_making(name) && cues::is_told(rest);
        let is_aside = cues::announces_aside(name) && !labels::is_fact(line);
        return match (is_steps, is_aside) {
            (true, _) => Some(new(Topic::Steps, Some(offset))),
            (_, true) => Some(new(Topic::Other, Some(offset))),
            _ => None,
        };
    }
    (cues::announces_aside(line) && !labels::is_fact(line)).then(|| new(Topic::Other, None))
}

/// Whether the same bullet begins a line and its neighbour.
fn is_listed_with(row: &Row<'_>, neighbour: Option<&Row<'_>>) -> bool {
    row.mark == Mark::Bullet
        && neighbour.is_some_and(|other| other.text.chars().next() == row.text.chars().next())
}

fn head(print: &Print<'_>, at: usize) -> Option<Head> {
    let row = print.rows.row(at);
    let line = bare(row);
    let new = |topic: Topic, inline: Option<usize>| Head {
        row: at,
        topic,
        inline,
        is_end: topic == Topic::Other && chrome::is_end(line),
        part: None,
    };
    if chrome::is_end(line) && line.len() <= cues::LONGEST_HEADING_BYTES {
        return Some(new(Topic::Other, None));
    }
    let said = match cues::announced(line) {
        Some(said) => said,
        None if print.text.is_recognised && stands_out(print, at) && cues::resembles(line).is_some() => {
            return cues::resembles(line).map(|topic| new(topic, None));
        }
        None => {
            let is_named = stands_out(print, at)
                && !matches!(row.mark, Mark::Number(_))
                && !row.text.ends_with('.')
                && cues::ends_with_ingredients(line)
                && print.rows.get(at + 1).is_none_or(|next| next.has_amount() || !cues::is_told(&next.text))
                && line.len() <= cues::LONGEST_HEADING_BYTES;
            return is_named.then(|| new(Topic::Ingredients, None));
        }
    };
    let rest = said.rest;
    let before = line.get(..said.start).unwrap_or_default();
    let offset = row.text.len() - rest.len();
    if said.words_after == 0 {
        let is_listed = row.is_item() || matches!(row.mark, Mark::Bullet | Mark::Number(_));
        // "Preparation" above "20 min" is a time, "Notes" in a list one of its items.
        let is_other_value = |line: &str| match said.topic {
            Topic::Ingredients => false,
            Topic::Steps => cues::is_measure(line),
            Topic::Other => cues::is_time(line),
        };
        let next = print.rows.get(at + 1).filter(|next| next.block == row.block);
        let is_timed = next.is_some_and(|next| is_other_value(&next.text));
        if is_timed || said.topic == Topic::Other && (is_listed || !chrome::ends_section(line)) {
            return None;
        }
        return Some(new(said.topic, None));
    }
    if said.topic == Topic::Other {
        // "Tip: use fresh herbs." is a remark; "Prep time: 5 min" a fact.
        let is_marked = said.has_colon || before.trim_end().ends_with(['-', '–', '—', '.']);
        // "Nutrition per serving" above a table in small print.
        let is_title = row.chars <= 40
            && said.words_after <= 3
            && !cues::is_told(line)
            && row.mark == Mark::None
            && stands_out(print, at);
        let is_remark = chrome::ends_section(before)
            && !labels::is_fact(line)
            && (is_marked || row.is_heading() || row.is_large() || is_title);
        return is_remark.then(|| new(said.topic, is_marked.then_some(offset)));
    }
    if rest.starts_with(|c: char| c.is_ascii_digit()) && said.topic == Topic::Steps && cues::is_time(rest) {
        return None;
    }
    let qualifies = rest.starts_with('(') || before.trim_end().ends_with('(') || cues::is_qualifier(rest);
    if line.len() <= cues::LONGEST_HEADING_BYTES && said.words_after <= 6 && !cues::is_told(line) {
        let amount = cues::starts_with_amount(rest) && said.has_colon;
        if (stands_out(print, at) || qualifies && said.topic == Topic::Ingredients)
            && !amount
            // "Recette du cake" names the cake.
            && (qualifies && said.topic == Topic::Ingredients
                || said.has_colon && rest.len() <= 40
                || qualifies && !row.is_large()
                || said.topic == Topic::Ingredients && row.is_heading() && said.words_after <= 3)
        {
            let people = labels::is_for_whom(rest);
            let part = (qualifies && !people).then(|| cues::tidy(rest)).filter(|part| !part.is_empty());
            return Some(Head { part, ..new(said.topic, None) });
        }
    }
    let is_inline = said.has_colon && rest.len() > 2 && !row.is_item();
    is_inline.then(|| new(said.topic, Some(offset)))
}

/// The line without marks around it: "== Ingredients ==", "1. Ingredients", "~ Method ~".
fn bare<'a>(row: &'a Row<'_>) -> &'a str {
    let text =
        if matches!(row.mark, Mark::Number(_) | Mark::Bullet | Mark::Blot) { row.words() } else { &row.text };
    text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | '¿' | '¡'))
        .trim_start_matches(['¿', '¡'])
}

/// Whether the eye takes a line for a heading.
pub(super) fn stands_out(print: &Print<'_>, at: usize) -> bool {
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
