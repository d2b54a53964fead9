//! The same for lines of plain text: those that stand around a recipe's lists in a document or a picture.

use super::find::{self, Fact, Value};
use super::pieces::{Piece, Pieces};
use super::place::Place;
use super::words::{self, Label};
use super::{lacks_any, settle};
use crate::dom::NodeId;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance};

/// A line with more tells something else.
const LONGEST_FACT_BYTES: usize = 140;
/// Boxes beside each other have no more columns.
const MOST_COLUMNS: usize = 6;

/// Fills in the times and amounts that `draft` lacks from lines around its lists. `origin` says where the line of an index
/// stands.
pub(crate) fn fill_from_lines(lines: &[&str], draft: &mut Draft, origin: &dyn Fn(usize, Field) -> Provenance) {
    if !lacks_any(draft) {
        return;
    }
    let (pieces, place) = (pieces(lines), Place::anywhere());
    let mut facts = rows_of_labels(&pieces);
    facts.extend(find::facts(&pieces, &place));
    settle(draft, &pieces, &place, &facts, &|fact, field| origin(fact.node.0 as usize, field));
}

/// Whether a line says how long it takes or how much it makes, and hardly anything else.
pub(crate) fn is_fact(line: &str) -> bool {
    if line.len() > LONGEST_FACT_BYTES || !line.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let starts = words::label(line).is_some_and(|label| !label.is_weak || line[label.end..].trim_start().starts_with(':'));
    (starts || find::for_whom(line).is_some() || line.contains(['|', '/', '·', '•', ':']))
        && !find::facts(&pieces(&[line]), &Place::anywhere()).is_empty()
}

/// Whether a text says for how many it is: "for 4 people", "(2 servings)".
pub(crate) fn is_for_whom(text: &str) -> bool {
    find::for_whom(text).is_some()
}

/// Whether a line is nothing but words that stand beside a time or an amount.
pub(crate) fn is_label(line: &str) -> bool {
    words::is_label(line)
}

fn pieces<'a>(lines: &[&'a str]) -> Pieces<'a> {
    let mut at = 0;
    let mut found = Pieces::default();
    for (index, line) in (0_u32..).zip(lines) {
        let text = line.trim();
        if !text.is_empty() {
            found.pieces.push(Piece { text, node: NodeId(index), joint: 0, at, is_linked: false });
            at += text.len() + 1;
        }
    }
    found
}

/// Labels side by side in one line, with their values below or above: "Prep  Cook  Serves", "5 min  1 h  4".
fn rows_of_labels<'a>(pieces: &Pieces<'a>) -> Vec<Fact<'a>> {
    let all = &pieces.pieces;
    let mut facts = Vec::new();
    for at in 0..all.len() {
        let Some(labels) = labels_of(all[at].text) else { continue };
        let below = all.get(at + 1).and_then(|next| values_of(next.text, &labels));
        let above = || at.checked_sub(1).and_then(|before| values_of(all[before].text, &labels));
        for ((label, words), value) in labels.iter().zip(below.or_else(above).unwrap_or_default()) {
            facts.push(Fact {
                kind: label.kind,
                value,
                at: all[at].at,
                node: all[at].node,
                label: words,
                confidence: 75,
                is_hinted: false,
            });
        }
    }
    facts
}

/// At least two labels and nothing else.
fn labels_of(line: &str) -> Option<Vec<(Label, &str)>> {
    if line.len() > LONGEST_FACT_BYTES || line.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut labels = Vec::new();
    let mut rest = line;
    while !rest.is_empty() && labels.len() < MOST_COLUMNS {
        let label = words::label(rest)?;
        labels.push((label, &rest[..label.end]));
        rest = rest[label.rest.max(label.end)..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    (labels.len() >= 2 && rest.is_empty()).then_some(labels)
}

/// The values of these labels, one behind the other.
fn values_of(line: &str, labels: &[(Label, &str)]) -> Option<Vec<Value>> {
    let mut rest = line;
    let mut values = Vec::new();
    for (index, (label, _)) in labels.iter().enumerate() {
        let (value, end) = find::value_of(label.kind, rest, false)?;
        // A number of people is followed by the next column's number.
        let end = match value {
            Value::Amount { .. } if index + 1 < labels.len() => {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
            }
            _ => end,
        };
        let value = match value {
            Value::Amount { .. } if index + 1 < labels.len() => {
                Value::Amount { servings: rest[..end].parse().ok(), yields: None }
            }
            value => value,
        };
        values.push(value);
        rest = rest.get(end..)?.trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    Some(values)
}
