use std::borrow::Cow;

use recipe::{Places, Span, duration};

use super::leading_values;
use super::pieces::{Hint, Piece, Pieces};
use super::place::Place;
use super::values::{self, Value};
use super::words::{self, Kind, Label};
use crate::dom::NodeId;
use crate::text;

const MAX_PARTS: usize = 5;
const MAX_COLUMNS: usize = 6;
const LONGEST_NUMBER_BYTES: usize = 11;
const LONGEST_BYTES: usize = 240;
const LONGEST_LINE_BYTES: usize = 80;
const LONGEST_COUNTED_BYTES: usize = 30;
const MAX_WORDS_BEHIND: usize = 3;
const LONGEST_WORDY_BYTES: usize = 32;
const MIN_BARE_MINUTES: u32 = 10;
const MAX_FACTS: usize = 200;

#[derive(Clone, Debug)]
pub(super) struct Fact<'a> {
    pub(super) kind: Kind,
    pub(super) value: Value,
    pub(super) at: usize,
    pub(super) node: NodeId,
    pub(super) label: &'a str,
    pub(super) confidence: u8,
    /// Whether the meaning comes from an element's name, not from a label.
    pub(super) is_hinted: bool,
}

pub(super) fn facts<'a>(pieces: &Pieces<'a>, place: &Place) -> Vec<Fact<'a>> {
    let mut finder = Finder {
        pieces: &pieces.pieces,
        place,
        claimed: vec![false; pieces.pieces.len()],
        facts: Vec::new(),
    };
    let mut index = 0_usize;
    while let Some(piece) = pieces.pieces.get(index).filter(|_| finder.facts.len() < MAX_FACTS) {
        // A link after the recipe may lead to another recipe.
        if piece.is_linked && place.is_over(piece.at) {
            break;
        }
        // "2 portions of salmon" is an ingredient.
        if place.holds(piece.at) && !piece.is_linked && !place.begins_list(piece.at) {
            index = finder.read(index).max(index.saturating_add(1));
        } else {
            index = index.saturating_add(1);
        }
    }
    for hint in &pieces.hints {
        finder.read_hint(hint);
    }
    finder.facts
}

/// The only unlabelled time of at least 10 minutes near the heading; `None` if several differ.
pub(super) fn unlabelled_time<'a>(pieces: &Pieces<'a>, place: &Place) -> Option<Fact<'a>> {
    let mut found: Option<Fact<'a>> = None;
    for piece in pieces.pieces.iter().filter(|piece| !piece.is_linked && place.is_at_heading(piece.at)) {
        for part in piece.text.split(['|', '—', '•', '·']).map(str::trim) {
            let Some(time) = values::time(part, false).filter(|time| part.span(time.end..).trim().is_empty())
            else {
                continue;
            };
            // A shorter time is probably the reading time.
            if time.minutes < MIN_BARE_MINUTES {
                continue;
            }
            let value = Value::Minutes(time.minutes);
            if found.as_ref().is_some_and(|known| known.value != value) {
                return None;
            }
            found = Some(Fact {
                kind: Kind::Total,
                value,
                at: piece.at,
                node: piece.node,
                label: "",
                confidence: 60,
                is_hinted: true,
            });
        }
    }
    found
}

struct Finder<'a, 'b> {
    pieces: &'b [Piece<'a>],
    place: &'b Place,
    claimed: Vec<bool>,
    facts: Vec<Fact<'a>>,
}

impl<'a> Finder<'a, '_> {
    /// Reads a text; returns the index of the next one.
    fn read(&mut self, index: usize) -> usize {
        let Some(piece) = self.pieces.get(index) else { return index.saturating_add(1) };
        let whole = piece.text;
        if let Some(label) = words::label(whole)
            && (is_bare(whole, label.rest) || is_wordy(whole, label))
            && !self.pieces.get(index.saturating_add(1)).is_none_or(|next| next.is_linked)
        {
            return self.read_columns(index, label);
        }
        let mut end = whole.len().min(LONGEST_BYTES);
        while !whole.is_char_boundary(end) {
            end = end.saturating_sub(1);
        }
        let text = whole.span(..end);
        let mut at = 0_usize;
        while let Some(found) = self.read_labelled(index, text.span(at..)) {
            // A text may have several facts: "Prep 10 min | Cook 20 min".
            let Some(next) = next_start(text, at.saturating_add(found.max(1))) else { break };
            at = next;
            if self.facts.len() >= MAX_FACTS {
                break;
            }
        }
        index.saturating_add(1)
    }

    /// Reads a fact at the start of `text`; returns the number of bytes read, or `None` if `text` is empty.
    fn read_labelled(&mut self, index: usize, text: &'a str) -> Option<usize> {
        let piece = self.pieces.get(index).filter(|_| !text.is_empty())?;
        let Some(label) = words::label(text) else {
            if let Some((value, end)) = leading_values::for_whom(text)
                && !self.place.is_behind(piece.at)
            {
                self.push(index, Kind::Serves, value, text.span(..end), 80);
                return Some(end);
            }
            if let Some(time) = leading_values::time_before_label(text)
                && !self.place.is_behind(piece.at)
            {
                self.push(index, time.kind, Value::Minutes(time.minutes), time.label, 75);
                return Some(time.end);
            }
            return Some(0);
        };
        let rest = text.span(label.rest..);
        let is_certain = !label.is_weak;
        let value = self.value(index, label, rest);
        let Some((value, length)) = value else { return Some(label.end) };
        let behind = text.span(label.rest.saturating_add(length)..);
        let is_alone = ends_there(behind);
        if (is_certain || is_alone) && !(self.place.is_behind(piece.at) && !(is_certain && is_alone)) {
            self.push(index, label.kind, value, text.span(..label.end), 85);
        }
        Some(label.rest.saturating_add(length).min(text.len()))
    }

    /// The value after a label, and its length in bytes.
    fn value(&mut self, index: usize, label: Label, rest: &'a str) -> Option<(Value, usize)> {
        let (rest_trimmed, is_in_minutes) = without_unit(rest);
        let skipped = rest.len().saturating_sub(rest_trimmed.len());
        let text = self.joined(index, label.kind, rest_trimmed);
        let (value, length) =
            value_of(label.kind, &text, is_in_minutes).or_else(|| bare_value(label, rest_trimmed))?;
        Some((value, skipped.saturating_add(length).min(rest.len())))
    }

    /// `rest` joined with the following texts that may continue the value.
    fn joined(&self, index: usize, kind: Kind, rest: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(rest);
        // A longer rest contains the whole value.
        if rest.len() > LONGEST_NUMBER_BYTES || !kind.is_time() && rest.contains(char::is_alphabetic) {
            return text;
        }
        for (at, next) in self.pieces.iter().enumerate().skip(index.saturating_add(1)).take(MAX_PARTS) {
            let is_label =
                words::label(next.text).is_some_and(|label| !words::is_people(next.text.span(..label.end)));
            let is_foreign = next.is_linked || self.place.begins_list(next.at);
            if is_foreign || next.text.len() > LONGEST_LINE_BYTES || is_label {
                break;
            }
            let is_sign = !next.text.contains(char::is_alphanumeric);
            let continues = self
                .pieces
                .get(at.saturating_add(1))
                .is_some_and(|next| next.text.starts_with(char::is_numeric));
            if is_sign && (text.is_empty() || !continues) {
                continue;
            }
            let has_number = text.contains(|c: char| c.is_numeric());
            if !kind.is_time() && has_number && !counts(next.text) {
                break;
            }
            let text = text.to_mut();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(next.text);
            if !kind.is_time() && text.contains(char::is_alphabetic) {
                break;
            }
        }
        text
    }

    fn read_columns(&mut self, index: usize, label: Label) -> usize {
        let mut labels = vec![(index, label)];
        let mut next = index.saturating_add(1);
        while labels.len() < MAX_COLUMNS
            && let Some(piece) = self.pieces.get(next)
            && let Some(other) = words::label(piece.text)
            && is_bare(piece.text, other.rest)
        {
            // The description of an icon may repeat the label.
            if labels.last().is_some_and(|(_, last)| last.kind == other.kind) {
                labels.pop();
            }
            labels.push((next, other));
            next = next.saturating_add(1);
        }
        if let [(at, label)] = labels[..] {
            return self.read_beside(at, label);
        }
        let values: Option<Vec<(Value, usize)>> =
            (next..).zip(&labels).map(|(at, (_, label))| self.single(at, *label)).collect();
        for ((at, label), (value, _)) in labels.iter().zip(values.unwrap_or_default()) {
            self.push(*at, label.kind, value, self.text(*at), 80);
        }
        next
    }

    fn single(&self, at: usize, label: Label) -> Option<(Value, usize)> {
        let piece = self.pieces.get(at).filter(|piece| !self.place.begins_list(piece.at))?;
        let (value, end) = value_of(label.kind, piece.text, false)?;
        ends_there(piece.text.span(end..)).then_some((value, end))
    }

    /// Reads the value before or after a label; the one nearer in the tree counts.
    fn read_beside(&mut self, index: usize, label: Label) -> usize {
        let joint = |at: usize| self.pieces.get(at).map_or(0, |piece| piece.joint);
        let Some(piece) = self.pieces.get(index) else { return index.saturating_add(1) };
        let is_free =
            |at: &usize| !self.claimed.at(*at) && self.pieces.get(*at).is_some_and(|piece| !piece.is_linked);
        let before = index.checked_sub(1).filter(is_free);
        let before = before.and_then(|at| self.single(at, label)).filter(|_| !self.place.is_behind(piece.at));
        let behind = self.pieces.get(index.saturating_add(1)).map_or("", |next| next.text);
        let text = self.joined(index, label.kind, "");
        let (text, is_in_minutes) = if piece.text.contains('(') {
            let (_, is_in_minutes) = without_unit(piece.text.span(label.end..));
            (text, is_in_minutes)
        } else {
            (text, false)
        };
        let after = value_of(label.kind, &text, is_in_minutes).or_else(|| bare_value(label, behind));
        let is_near = joint(index) >= joint(index.saturating_add(1));
        match (before, after) {
            (Some((value, _)), after) if is_near || after.is_none() => {
                self.push(index, label.kind, value, piece.text, 75);
                index.saturating_add(1)
            }
            (_, Some((value, end))) => {
                let is_alone = text.get(end..).is_some_and(|rest| ends_there(rest) || end >= behind.len());
                let is_behind = || self.place.is_behind(piece.at);
                if !label.is_weak || (is_alone && !is_behind()) {
                    self.push(index, label.kind, value, piece.text, 85);
                    self.claim(index.saturating_add(1), end);
                    return index.saturating_add(2);
                }
                index.saturating_add(1)
            }
            (_, None) => index.saturating_add(1),
        }
    }

    fn claim(&mut self, from: usize, bytes: usize) {
        let mut left = bytes;
        for at in from..self.pieces.len().min(from.saturating_add(MAX_PARTS)) {
            if left == 0 {
                break;
            }
            self.claimed.put(at, true);
            left = left.saturating_sub(self.text(at).len().saturating_add(1));
            // Skips the readable form after a machine-readable value.
            if self.text(at).starts_with(['P', 'p']) {
                self.claimed.put(at.saturating_add(1), true);
            }
        }
    }

    /// Reads the value from an attribute or the text of an element with a known name.
    fn read_hint(&mut self, hint: &Hint<'a>) {
        let at = self.pieces.get(hint.first).or(self.pieces.last()).map_or(0, |piece| piece.at);
        if !self.place.holds(at) || self.place.is_behind(at) || self.facts.len() >= MAX_FACTS {
            return;
        }
        let inside =
            self.pieces.span(hint.first..hint.end.min(self.pieces.len()).min(hint.first.saturating_add(12)));
        let text = match hint.value {
            Some(value) => value.to_owned(),
            None => inside.iter().map(|piece| piece.text).collect::<Vec<_>>().join(" "),
        };
        let (first, end) = (at, inside.last().map_or(at, |piece| piece.at));
        let is_labelled = |fact: &Fact<'_>| {
            fact.kind.is_time() == hint.kind.is_time() && (first..=end).contains(&fact.at) && !fact.is_hinted
        };
        // Labels of the page are preferred.
        if text.len() > LONGEST_LINE_BYTES
            || hint.end.saturating_sub(hint.first) > 12
            || self.facts.iter().any(is_labelled)
        {
            return;
        }
        let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return };
        // A number after many words is not the value.
        if words::words(text.span(..start)).count() > 4 {
            return;
        }
        if let Some((value, end)) = value_of(hint.kind, text.span(start..), false)
            && words::words(text.span(start.saturating_add(end)..)).count() <= MAX_WORDS_BEHIND
        {
            let label = inside.first().map_or("", |piece| piece.text);
            self.facts.push(Fact {
                kind: hint.kind,
                value,
                at,
                node: hint.node,
                label,
                confidence: 70,
                is_hinted: true,
            });
        }
    }

    fn text(&self, at: usize) -> &'a str {
        self.pieces.get(at).map_or("", |piece| piece.text)
    }

    fn push(&mut self, index: usize, kind: Kind, value: Value, label: &'a str, confidence: u8) {
        let Some(Piece { node, at, .. }) = self.pieces.get(index).copied() else { return };
        let label = label.trim_end_matches([':', ' ', '=']);
        self.facts.push(Fact { kind, value, at, node, label, confidence, is_hinted: false });
    }
}

pub(super) fn value_of(kind: Kind, text: &str, is_in_minutes: bool) -> Option<(Value, usize)> {
    if kind.is_time() {
        let time = values::time(text, is_in_minutes)?;
        return Some((Value::Minutes(time.minutes), time.end));
    }
    let makes = values::makes(text)?;
    let end = makes.end;
    let next = makes.words.split_whitespace().next().unwrap_or_default();
    let counts_people = words::is_people(next.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_bare = makes.words.is_empty();
    let servings = match kind {
        _ if counts_people => makes.count,
        Kind::Makes => None,
        _ if is_bare || !crate::cues::is_unit(next) => makes.count,
        _ => None,
    };
    let is_servings_only = makes.words.is_empty() && !makes.is_range && servings.is_some();
    let yields = (!is_servings_only).then(|| text::line(makes.text.trim_end_matches('.')));
    Some((Value::Amount { servings, yields }, end))
}

/// Reads a number without a unit, usually minutes: "Prep time: 15".
fn bare_value(label: Label, text: &str) -> Option<(Value, usize)> {
    let minutes = values::bare_minutes(text).filter(|_| label.kind.is_time() && !label.is_weak)?;
    Some((Value::Minutes(minutes), text.len()))
}

/// Whether the text continues a number: a range, a unit, or people.
fn counts(text: &str) -> bool {
    let first = words::words(text).next().map_or("", |(start, end)| text.span(start..end));
    text.len() <= LONGEST_COUNTED_BYTES
        && (words::is_people(first)
            || crate::cues::is_unit(first)
            || text.starts_with(['-', '–', '/'])
            || words::is_range(first))
}

/// Whether at most a unit in brackets follows the label, which ends at `rest`.
pub(super) fn is_bare(text: &str, rest: usize) -> bool {
    let (behind, _) = without_unit(text.span(rest.min(text.len())..));
    !behind.contains(char::is_alphanumeric)
}

/// Whether words without a number follow the label of a time: "Active time plus cooling". Then the value may
/// be in the next text.
fn is_wordy(text: &str, label: Label) -> bool {
    label.kind.is_time()
        && !label.is_weak
        && text.len() <= LONGEST_WORDY_BYTES
        && !text.contains(|c: char| c.is_numeric())
        && !text.ends_with('.')
        && values::time(text.span(label.rest..), false).is_none()
}

fn without_unit(rest: &str) -> (&str, bool) {
    let inside = rest.strip_prefix('(').and_then(|inside| inside.split_once(')'));
    match inside {
        Some((unit, behind)) if is_minutes(unit) => (behind.trim_start_matches([':', ' ']), true),
        _ => (rest, false),
    }
}

fn is_minutes(unit: &str) -> bool {
    unit.len() <= LONGEST_NUMBER_BYTES && duration::minutes(&format!("1 {}", unit.trim())) == Some(1)
}

fn ends_there(behind: &str) -> bool {
    let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '*'));
    behind.is_empty()
        || behind.starts_with(['|', '•', '·', ';', '/', '(', '+', '-', '–', ',', '\n'])
        || words::label(behind).is_some()
}

fn next_start(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let skipped = rest.len().saturating_sub(rest.trim_start_matches(|c: char| !c.is_alphanumeric()).len());
    if values::begins_label(rest.span(skipped..)) {
        return Some(at.saturating_add(skipped));
    }
    let mark = rest.find(['|', '•', '·', ';', ',', '/', '(', '\n', '.', '–', '-'])?;
    let behind = rest.span(mark..);
    let start = behind.len().saturating_sub(behind.trim_start_matches(|c: char| !c.is_alphanumeric()).len());
    (start < behind.len()).then_some(at.saturating_add(mark).saturating_add(start))
}
