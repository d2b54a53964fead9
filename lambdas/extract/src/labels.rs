//! Times and amounts that the page shows beside a label: "Prep time: 20 min", "Serves 4".
//!
//! Asked for only where nothing else states them. The first ones after the page's heading count: cards of other recipes
//! come later.

use std::collections::HashMap;
use std::sync::LazyLock;

use recipe::{Content, duration};
use serde::Deserialize;

use crate::dom::Dom;
use crate::draft::Draft;
use crate::extraction::{Field, Provenance, Reader};
use crate::facts::Facts;
use crate::schema;
use crate::text::letters;

/// A label with its value is no sentence.
const MAX_LINE_BYTES: usize = 120;
/// Values without a label stand close to the heading.
const LINES_NEAR_HEADING: usize = 30;
/// A label's words, blanks included.
const MAX_LABEL_BYTES: usize = 40;

/// Fills in what `draft` lacks.
pub(crate) fn fill(draft: &mut Draft, dom: &Dom, facts: &Facts) {
    let content = &draft.content;
    let lacks_amount = content.servings.is_none() && content.yields.is_none();
    let lacks_time =
        content.total_minutes.is_none() && (content.prep_minutes.is_none() || content.cook_minutes.is_none());
    if !draft.is_usable() || !(lacks_amount || lacks_time) {
        return;
    }
    let found = Found::in_text(&dom.visible_text(Dom::ROOT), facts.heading.as_deref());
    let is_timeless =
        content.prep_minutes.is_none() && content.cook_minutes.is_none() && content.total_minutes.is_none();
    let mut add = |field, confidence| {
        draft.provenance.push(Provenance {
            confidence,
            ..Provenance::of_field(field, Reader::Visible, String::from("label"))
        });
    };
    let content: &mut Content = &mut draft.content;
    for (field, value, slot) in [
        (Field::PrepMinutes, found.prep, &mut content.prep_minutes),
        (Field::CookMinutes, found.cook, &mut content.cook_minutes),
        (Field::TotalMinutes, found.total, &mut content.total_minutes),
    ] {
        if slot.is_none() && lacks_time && value.is_some() {
            *slot = value;
            add(field, 90);
        }
    }
    let has_label = found.prep.or(found.cook).or(found.total).is_some();
    // Two of them stand beside pictures of a knife and of a pot, and nobody knows which is which.
    if is_timeless
        && !has_label
        && let [minutes] = found.bare[..]
    {
        content.total_minutes = Some(minutes);
        add(Field::TotalMinutes, 60);
    }
    if lacks_amount {
        (content.servings, content.yields) = (found.servings, found.yields);
        if content.servings.is_some() {
            add(Field::Servings, 90);
        }
        if content.yields.is_some() {
            add(Field::Yields, 90);
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    prep: Option<u32>,
    cook: Option<u32>,
    total: Option<u32>,
    /// Durations that stand alone.
    bare: Vec<u32>,
    servings: Option<u32>,
    yields: Option<String>,
}

impl Found {
    fn in_text(text: &str, heading: Option<&str>) -> Self {
        let mut found = Self::default();
        let lines: Vec<&str> = text.lines().collect();
        let heading = heading.map(letters).filter(|heading| !heading.is_empty());
        let start = heading
            .and_then(|heading| lines.iter().position(|line| letters(line) == heading))
            .unwrap_or_default();
        let mut label: Option<Label> = None;
        for (at, line) in lines.iter().enumerate().skip(start) {
            if line.len() > MAX_LINE_BYTES {
                label = None;
                continue;
            }
            let is_near = at < start + LINES_NEAR_HEADING;
            for piece in line.split(['|', '—', '•', '·']).map(str::trim).filter(|piece| !piece.is_empty())
            {
                let is_value = label.take().is_some_and(|waiting| found.take(waiting, piece));
                if !is_value {
                    label = found.read(piece, is_near);
                }
            }
        }
        found
    }

    /// Reads a label with its value, or gives the label whose value must follow.
    fn read(&mut self, piece: &str, is_near: bool) -> Option<Label> {
        if let Some((label, value)) = split_label(piece) {
            if value.is_empty() {
                return Some(label);
            }
            if self.take(label, value) {
                return None;
            }
        }
        if is_near && piece.starts_with(char::is_numeric) {
            self.take_bare(piece);
        }
        None
    }

    /// Whether the text is a value for this label. The first value of a label counts.
    fn take(&mut self, label: Label, text: &str) -> bool {
        match label {
            Label::Prep | Label::Cook | Label::Total => {
                let Some((minutes, _)) = duration::leading(text).filter(|(minutes, _)| *minutes > 0) else {
                    return false;
                };
                let slot = match label {
                    Label::Prep => &mut self.prep,
                    Label::Cook => &mut self.cook,
                    _ => &mut self.total,
                };
                slot.get_or_insert(minutes);
            }
            Label::People | Label::Makes => {
                if !text.starts_with(char::is_numeric) && split_label(text).is_none() {
                    return false;
                }
                if self.servings.is_some() || self.yields.is_some() {
                    return true;
                }
                let (servings, yields) = schema::servings_and_yield(text);
                let people = leading_number(text).filter(|_| label == Label::People);
                if servings.is_none() && yields.is_none() && people.is_none() {
                    return false;
                }
                // "Serves 6 Prep time" are two labels on one line.
                let unit = text.trim_start_matches(|c: char| !c.is_alphabetic()).to_lowercase();
                let yields = yields.filter(|_| !LABELS.contains_key(&unit));
                self.servings = servings.or(people);
                self.yields = yields.or_else(|| Some(text.to_owned()).filter(|_| self.servings.is_none()));
            }
        }
        true
    }

    /// "4 servings" and "20 minutes" without a label.
    fn take_bare(&mut self, piece: &str) {
        let duration = duration::leading(piece)
            .filter(|(minutes, rest)| *minutes > 0 && (rest.is_empty() || rest.starts_with(['+', ',', '('])));
        if let Some((minutes, _)) = duration {
            self.bare.push(minutes);
        } else if self.servings.is_none() && self.yields.is_none() && piece.split_whitespace().count() <= 6 {
            let (servings, yields) = schema::servings_and_yield(piece);
            if servings.is_some() {
                (self.servings, self.yields) = (servings, yields);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Prep,
    Cook,
    Total,
    People,
    Makes,
}

/// The label that a text starts with, and its value.
fn split_label(text: &str) -> Option<(Label, &str)> {
    // Not past a digit: values start with one.
    let end = text.find(char::is_numeric).unwrap_or(text.len());
    let head = text.get(..end).filter(|head| head.len() <= MAX_LABEL_BYTES)?;
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | '-' | '–' | '~' | '≈');
    let bare = head.trim_matches(is_mark).to_lowercase();
    let label = LABELS.get(&bare).copied().or_else(|| {
        // "Makes about 12", "Ready in ca. 20 min".
        let (label, last) = bare.rsplit_once(' ')?;
        (last.len() <= 7).then(|| LABELS.get(label.trim_end_matches(is_mark)).copied()).flatten()
    })?;
    Some((label, text[end..].trim()))
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().filter(|number| (1..=1_000).contains(number))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    prep: Vec<String>,
    cook: Vec<String>,
    total: Vec<String>,
    people: Vec<String>,
    makes: Vec<String>,
}

static LABELS: LazyLock<HashMap<String, Label>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is compiled in, and the tests of this module read it")]
    let source: Source =
        toml::from_str(include_str!("../words/labels.toml")).expect("the labels are well-formed");
    [
        (source.prep, Label::Prep),
        (source.cook, Label::Cook),
        (source.total, Label::Total),
        (source.people, Label::People),
        (source.makes, Label::Makes),
    ]
    .into_iter()
    .flat_map(|(words, label)| words.into_iter().map(move |word| (word, label)))
    .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_their_values_are_read() {
        let found = |prep, cook, total, servings, yields: Option<&str>| Found {
            prep,
            cook,
            total,
            bare: Vec::new(),
            servings,
            yields: yields.map(str::to_owned),
        };
        for (text, expected) in [
            (
                "Prep time: 20 min\nCook time\n1 hour 10 minutes, plus chilling",
                found(Some(20), Some(70), None, None, None),
            ),
            ("Serves 4 | Prep 10 min | Cook 25 min", found(Some(10), Some(25), None, Some(4), None)),
            ("Tid i alt40 min.\nArbejdstid20 min.", found(Some(20), None, Some(40), None, None)),
            ("Temps total 1 h 05\nPersonnes 6/8", found(None, None, Some(65), Some(6), None)),
            ("Makes\n4 to 6 servings", found(None, None, None, Some(4), Some("4 to 6 servings"))),
            ("Makes: 12 figs\nServes 3", found(None, None, None, None, Some("12 figs"))),
            ("4 servings — some words", found(None, None, None, Some(4), Some("4 servings"))),
            ("Serves 6 Prep time", found(None, None, None, Some(6), None)),
            ("Prep time | 15 minutes", found(Some(15), None, None, None, None)),
            ("Time\nto go home", found(None, None, None, None, None)),
            ("Total 40 comments", found(None, None, None, None, None)),
            ("Prep time: 20 min\nPrep time: 50 min", found(Some(20), None, None, None, None)),
            ("Serve with 2 figs", found(None, None, None, None, None)),
        ] {
            assert_eq!(Found::in_text(text, None), expected, "{text}");
        }
    }

    #[test]
    fn what_stands_before_the_heading_is_of_other_recipes() {
        let text = "Prep time: 20 min\nFig soup\n15 min\nCook time: 10 min";
        let found = Found::in_text(text, Some("Fig Soup!"));
        assert_eq!((found.prep, found.cook, found.bare), (None, Some(10), vec![15]));
    }
}
