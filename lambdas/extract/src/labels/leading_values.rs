//! Reads values that precede their label: "4 servings", "10 min de préparation".

use recipe::Span;

use super::values::{self, Value};
use super::words::{self, Kind};
use crate::text;

const LONGEST_LINE_BYTES: usize = 80;
/// Maximum servings; larger numbers are view counts.
const MAX_PEOPLE: u32 = 100;

pub(super) struct TimeBeforeLabel<'a> {
    pub(super) kind: Kind,
    pub(super) minutes: u32,
    pub(super) label: &'a str,
    pub(super) end: usize,
}

/// A time and the label after it: "10 min de préparation", "5 min prep |".
pub(super) fn time_before_label(text: &str) -> Option<TimeBeforeLabel<'_>> {
    let time = values::time(text, false)?;
    let behind = text.span(time.end..);
    let mut next = words::words(behind);
    let (first, word_end) = next.next()?;
    let start = if words::is_of(behind.span(first..word_end)) { next.next()?.0 } else { first };
    // A separator ends the value: "10 min | Prep" has no label.
    if behind.span(..start).contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace()) {
        return None;
    }
    let label = words::label(behind.span(start..)).filter(|label| label.kind.is_time())?;
    let label_end = start.saturating_add(label.end);
    let rest = behind.span(label_end..).trim_start();
    let is_whole = rest.is_empty()
        || rest.starts_with(['|', '•', '·', ';', '/', '+', '–', '—', '\n'])
        || rest.strip_prefix([',', '-']).is_some_and(|rest| rest.trim_start().starts_with(char::is_numeric));
    is_whole.then(|| TimeBeforeLabel {
        kind: label.kind,
        minutes: time.minutes,
        label: behind.span(start..label_end),
        end: time.end.saturating_add(label_end),
    })
}

/// The servings in "for 4 people", "Ingredients for 4 people", "(2 Portionen)", and the offset after them.
pub(super) fn for_whom(text: &str) -> Option<(Value, usize)> {
    let line = text.span(..text.find(['|', '•', '\n']).unwrap_or(text.len()));
    if line.len() > LONGEST_LINE_BYTES {
        return None;
    }
    let start = line.find(|c: char| c.is_ascii_digit())?;
    let before = line.span(..start).trim_end_matches(|c: char| c.is_whitespace() || c == '(');
    let last_word = words::words(before).last().map_or("", |(from, to)| before.span(from..to));
    let is_announced = words::is_for(last_word) || line.span(..start).ends_with('(');
    if !before.is_empty() && !is_announced {
        return None;
    }
    let makes = values::makes(line.span(start..))
        .filter(|makes| makes.count.is_some_and(|count| count <= MAX_PEOPLE))?;
    // "Ingredients for 4: 2 plums, 1 egg" lacks the word for people.
    if words::is_for(last_word)
        && line.span(start..).trim_start_matches(char::is_numeric).trim_start().starts_with(':')
    {
        return Some((
            Value::Amount { servings: makes.count, yields: None },
            start.saturating_add(makes.end),
        ));
    }
    let mut after = words::words(makes.words);
    let (from, to) = after.next()?;
    let word = makes.words.span(from..to);
    let continues =
        after.next().is_some() && !makes.words.span(to..).trim_start().starts_with([')', ',', '(', ':']);
    if !words::is_people(word) || continues && !is_announced && !words::is_portions(word) {
        return None;
    }
    let text = makes.text.trim_end_matches(')');
    let text = if text.contains('(') { makes.text } else { text };
    let value = Value::Amount { servings: makes.count, yields: Some(text::line(text.trim_end_matches('.'))) };
    Some((value, line.len().min(start.saturating_add(makes.end))))
}
