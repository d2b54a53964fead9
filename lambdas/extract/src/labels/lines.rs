//! Finds times and amounts in lines of a document or of OCR.

use super::find::{self, Fact};
use super::leading_values;
use super::pieces::{Piece, Pieces};
use super::place::Place;
use super::values::{self, Value};
use super::words::{self, Kind, Label};
use super::{fill_nearest_facts, lacks_any};
use crate::cues;
use crate::dom::NodeId;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance};
use recipe::Span;

const LONGEST_FACT_BYTES: usize = 140;
const MAX_COLUMNS: usize = 6;

/// Adds the times and amounts that `draft` lacks. `origin` returns the provenance of a line.
pub(crate) fn fill_from_lines(
    lines: &[&str],
    draft: &mut Draft,
    origin: &dyn Fn(usize, Field) -> Provenance,
) {
    if !lacks_any(draft) {
        return;
    }
    let (pieces, place) = (pieces(lines), Place::anywhere());
    let mut facts = rows_of_labels(&pieces);
    facts.extend(find::facts(&pieces, &place));
    fill_nearest_facts(draft, &pieces, &place, &facts, &|fact, field| origin(fact.node.0 as usize, field));
}

/// Whether the line has only a label and a time. The label may be a common word: "Bake 30 min".
pub(crate) fn is_time_with_label(line: &str) -> bool {
    let rest = words::label(line).filter(|label| label.kind.is_time()).map(|label| line.span(label.rest..));
    let behind = rest.and_then(recipe::duration::leading).map(|(_, behind)| behind);
    behind.is_some_and(|behind| behind.trim().is_empty())
}

pub(crate) fn is_fact(line: &str) -> bool {
    if is_row_of_labels(line) || counts_people_in_words(line) {
        return true;
    }
    if line.len() > LONGEST_FACT_BYTES || !line.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let starts = words::label(line)
        .is_some_and(|label| !label.is_weak || line.span(label.end..).trim_start().starts_with(':'));
    (starts
        || leading_values::for_whom(line).is_some()
        || leading_values::time_before_label(line).is_some()
        || line.contains(['|', '/', '·', '•', ':']))
        && !find::facts(&pieces(&[line]), &Place::anywhere()).is_empty()
}

pub(crate) fn is_fact_in_two_lines(label: &str, value: &str) -> bool {
    is_label(label) && is_fact(&format!("{}: {value}", label.trim_end_matches(':')))
}

fn counts_people_in_words(line: &str) -> bool {
    let label = words::label(line).filter(|label| label.kind == Kind::Serves);
    let makes = label.and_then(|label| values::makes(line.span(label.rest..)));
    makes.is_some_and(|makes| {
        makes.count.is_some() && words::is_people(makes.words.trim_end_matches([':', '.', ' ']))
    })
}

pub(crate) fn is_servings_phrase(text: &str) -> bool {
    leading_values::for_whom(text).is_some()
}

pub(crate) fn is_dish_for_people(line: &str) -> bool {
    let name = line.find(|c: char| c.is_ascii_digit()).map_or("", |start| line.span(..start).trim_end());
    let name = name.rsplit_once(' ').map_or("", |(name, _)| name);
    is_servings_phrase(line)
        && name.contains(char::is_alphabetic)
        && words::label(name).is_none()
        && cues::announced(name).is_none()
        && !line.contains(':')
}

pub(crate) fn is_label(line: &str) -> bool {
    words::is_label(line)
}

fn pieces<'a>(lines: &[&'a str]) -> Pieces<'a> {
    let mut at = 0_usize;
    let mut found = Pieces::default();
    for (index, line) in (0_u32..).zip(lines) {
        for text in facts_of(line) {
            let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '·' | '•' | '/'));
            if !text.is_empty() {
                found.pieces.push(Piece { text, node: NodeId(index), joint: 0, at, is_linked: false });
                at = at.saturating_add(text.len()).saturating_add(1);
            }
        }
    }
    found
}

/// Splits a line before each label: "4 servings / Prep: 5 min - Total: 1 h".
fn facts_of(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0_usize;
    if line.len() <= LONGEST_FACT_BYTES {
        let signs = line
            .char_indices()
            .filter(|(_, c)| matches!(c, '/' | '|' | '·' | '•' | '-' | '–' | '—' | ':' | ',' | ';' | '+'));
        for (at, sign) in signs {
            let behind = line
                .span(at.saturating_add(sign.len_utf8())..)
                .trim_start_matches(|c: char| !c.is_alphanumeric());
            let next = line.len().saturating_sub(behind.len());
            let is_label = words::label(behind).is_some_and(|label| {
                let value = behind.span(label.end..).trim_start_matches(|c: char| !c.is_alphanumeric());
                !label.is_weak || value.starts_with(|c: char| c.is_ascii_digit())
            });
            // `at` may precede `start`: "1 - — Total".
            let Some(part) = line.get(start..at) else { continue };
            // "Prep + cook time" is one label.
            let is_value = part.contains(|c: char| c.is_ascii_digit());
            if is_label && is_value && next > start {
                parts.push(part);
                start = next;
            }
        }
    }
    parts.push(line.span(start..));
    parts
}

/// Reads labels in one line and values in the next or previous: "Prep  Cook  Serves", "5 min  1 h  4".
fn rows_of_labels<'a>(pieces: &Pieces<'a>) -> Vec<Fact<'a>> {
    let all = &pieces.pieces;
    let mut facts = Vec::new();
    for (at, piece) in all.iter().enumerate() {
        let (labels, rest) = labels_of(piece.text);
        if labels.len() < 2 {
            continue;
        }
        let values = if rest.is_empty() {
            let two = |first: usize| {
                let texts = all.span(first..first.saturating_add(2).min(all.len()));
                texts.iter().map(|piece| piece.text).collect::<Vec<_>>().join(" ")
            };
            let below = all.get(at.saturating_add(1)).and_then(|next| values_of(next.text, &labels));
            let above = || at.checked_sub(1).and_then(|before| values_of(all.get(before)?.text, &labels));
            below.or_else(above).or_else(|| values_of(&two(at.saturating_add(1)), &labels))
        } else {
            values_of(rest, &labels)
        };
        for ((label, words), value) in labels.iter().zip(values.unwrap_or_default()) {
            facts.push(Fact {
                kind: label.kind,
                value,
                at: piece.at,
                node: piece.node,
                label: words,
                confidence: 75,
                is_hinted: false,
            });
        }
    }
    facts
}

pub(crate) fn is_row_of_labels(line: &str) -> bool {
    let (labels, rest) = labels_of(line);
    labels.len() >= 2 && (rest.is_empty() || values_of(rest, &labels).is_some())
}

fn labels_of(line: &str) -> (Vec<(Label, &str)>, &str) {
    let mut labels = Vec::new();
    let mut rest = line;
    if line.len() > LONGEST_FACT_BYTES {
        return (labels, rest);
    }
    while !rest.is_empty() && labels.len() < MAX_COLUMNS {
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return (labels, rest);
        }
        let Some(label) = words::label(rest) else { return (Vec::new(), line) };
        labels.push((label, rest.span(..label.end)));
        rest = rest.span(label.rest.max(label.end)..).trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    (labels, rest)
}

fn values_of(line: &str, labels: &[(Label, &str)]) -> Option<Vec<Value>> {
    if line.len() > LONGEST_FACT_BYTES {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    let mut start = 0_usize;
    for (at, _) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        if at > start && line.span(..at).ends_with(|c: char| c.is_whitespace() || matches!(c, '|' | '·')) {
            parts.push(line.span(start..at));
            start = at;
        }
    }
    parts.push(line.span(start..));
    // "1 h 20 min" is one value.
    let mut values: Vec<String> = Vec::new();
    let mut spare = parts.len().saturating_sub(labels.len());
    for part in parts {
        let part = part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '·' | ','));
        match values.last_mut() {
            Some(last) if spare > 0 && is_in_hours(last) => {
                last.push(' ');
                last.push_str(part);
                spare = spare.saturating_sub(1);
            }
            _ => values.push(part.to_owned()),
        }
    }
    (values.len() == labels.len()).then(|| {
        values
            .iter()
            .zip(labels)
            .map(|(value, (label, _))| Some(find::value_of(label.kind, value, false)?.0))
            .collect()
    })?
}

fn is_in_hours(value: &str) -> bool {
    recipe::duration::leading(value).is_some_and(|(minutes, _)| minutes >= 60 && minutes.is_multiple_of(60))
}
