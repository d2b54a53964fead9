//! Lines that announce what follows: ingredients, steps, or what is neither.

use super::chrome;
use super::marks::Mark;
use super::print::{Print, Row};
use crate::cues::{self, Topic};
use crate::labels;

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
    (0..print.rows.len()).filter_map(|row| head(print, row)).take(MAX_HEADS).collect()
}

fn head(print: &Print<'_>, at: usize) -> Option<Head> {
    let row = &print.rows[at];
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
    let row = &print.rows[at];
    let is_first =
        at == 0 || print.rows[at - 1].block != row.block || print.rows[at - 1].column != row.column;
    row.is_heading()
        || row.is_large()
        || row.line.is_bold
        || row.text.ends_with(':')
        || cues::is_in_capitals(&row.text)
        || row.chars <= 40 && (is_first || row.drop >= 1.3)
}
