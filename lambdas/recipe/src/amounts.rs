//! Finds the amounts of an ingredient line, and decides which of them scale.
//!
//! `frontend/src/shared/lib/amounts/line` implements the same model. Both use the test vectors in
//! `vectors/amounts.json`.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod kept;
mod numbers;
mod roles;
mod tokens;
mod words;

use std::ops::Range;

use num_rational::Ratio;
use num_traits::{CheckedMul, Zero};

use crate::Language;
use crate::fraction::mixed;
use crate::span::Span;
use crate::unit::{self, Size, Unit};
use tokens::Line;

const LONGEST_LINE_BYTES: usize = 4_000;

/// Why a number of a line does not scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Part of a name: "No. 1", "T55", "7up".
    Label,
    Percent,
    Temperature,
    Time,
    /// Length or dimensions: "20 cm", "20 x 30".
    Length,
    /// Size of each counted item: "2 (400 g) tins".
    Size,
    /// Number of parts: "cut into 8".
    Cut,
    /// Number of a note or page.
    Reference,
    /// Amount for one person: "2 per person", "100 g/person".
    Rate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Scales,
    Kept(Kept),
    /// Perhaps the number scales. The line is not changed, but marked.
    Unclear,
}

/// One end of an amount, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) range: Range<usize>,
    pub(crate) value: Ratio<u64>,
}

/// A number or range with its unit.
#[derive(Clone, Debug)]
pub(crate) struct Amount {
    /// The number, or both ends of a range. Empty if the number is invalid.
    pub(crate) ends: Vec<End>,
    pub(crate) unit: Option<Unit>,
    /// Value of a group such as "dozen".
    pub(crate) group: Option<u64>,
    /// Position of the unit or group; empty if there is none.
    pub(crate) unit_range: Range<usize>,
    /// Rest of the number after the unit: "500" in "1 kg 500".
    pub(crate) tail: Range<usize>,
    /// Whether a hyphen joins it to its unit: "14-ounce".
    pub(crate) is_hyphened: bool,
    pub(crate) role: Role,
    /// Whether it is added to the amount before: "2 lb 4 oz".
    pub(crate) adds: bool,
    /// Index of the count, if this is the size of each item.
    pub(crate) size_of: Option<usize>,
    /// Counted unit: "can" in "1 (14 oz) can".
    pub(crate) counted: Option<Unit>,
    /// Whether it belongs to another ingredient: "or 2 cups …", "soaked in 400 ml water".
    pub(crate) is_other: bool,
    /// Whether the count of one is implied: "14-ounce can".
    pub(crate) is_implied: bool,
    pub(crate) is_article: bool,
    /// First token, and the token after the amount.
    first: usize,
    next: usize,
}

impl Amount {
    fn bare(first: usize, next: usize, ends: Vec<End>) -> Self {
        Self {
            ends,
            unit: None,
            group: None,
            unit_range: 0..0,
            tail: 0..0,
            is_hyphened: false,
            role: Role::Scales,
            adds: false,
            size_of: None,
            counted: None,
            is_other: false,
            is_implied: false,
            is_article: false,
            first,
            next,
        }
    }

    /// Range of the amount with its unit; `None` if the number is invalid.
    pub(crate) fn place(&self) -> Option<Range<usize>> {
        let (first, last) = (self.ends.first()?, self.ends.last()?);
        Some(first.range.start..last.range.end.max(self.unit_range.end).max(self.tail.end))
    }

    fn is_bare(&self) -> bool {
        self.unit_range.is_empty()
    }

    /// Whether items are counted, not weighed or measured. A stick of butter is a measure.
    fn is_count(&self) -> bool {
        self.unit.is_none_or(|unit| unit.size() == Size::Count && unit != Unit::Stick)
    }

    fn is_one(&self) -> bool {
        self.group.is_none() && matches!(&self.ends[..], [only] if only.value == Ratio::from_integer(1))
    }
}

pub(crate) fn amounts(line: &str, language: Option<Language>) -> Vec<Amount> {
    if line.len() > LONGEST_LINE_BYTES {
        return vec![Amount { role: Role::Unclear, ..Amount::bare(0, 0, Vec::new()) }];
    }
    let line = Line::of(line, language);
    let found = numbers::find(&line);
    roles::assign(&line, found)
}

/// Lower and upper end; a dozen is 12.
pub(crate) fn ends(amount: &Amount) -> Option<(Ratio<u64>, Ratio<u64>)> {
    let group = Ratio::from_integer(amount.group.unwrap_or(1));
    let low = amount.ends.first()?.value.checked_mul(&group)?;
    let high = amount.ends.last()?.value.checked_mul(&group)?;
    Some((low.min(high), high.max(low)))
}

/// Lower and upper end, if the amount is the entire text: "3 o 4", "media docena".
pub(crate) fn amount_in_full(text: &str, language: Option<Language>) -> Option<(Ratio<u64>, Ratio<u64>)> {
    let amounts = amounts(text, language);
    let [amount] = amounts.as_slice() else { return None };
    let is_whole = amount.place().is_some_and(|place| place == (0..text.len()));
    let is_number = amount.unit.is_none() && amount.tail.is_empty() && !amount.is_article;
    if is_whole && is_number { ends(amount) } else { None }
}

pub(crate) fn is_group(hash: u64) -> bool {
    words::is_group(hash)
}

/// A line with scaled amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaledLine {
    /// The scaled line; the original line unless `is_scaled`.
    pub text: String,
    /// Whether every number was scaled or intentionally kept. Otherwise nothing was scaled, and the line must
    /// be marked.
    pub is_scaled: bool,
}

/// Multiplies the amounts of a line: "1 cup plus 2 tablespoons" times 2 is "2 cups plus 4 tablespoons".
#[must_use]
pub fn scale_line(line: &str, factor: Ratio<u64>, language: Option<Language>) -> ScaledLine {
    match changes(line, factor, language) {
        Some(changes) => ScaledLine { text: applied(line, 0..line.len(), &changes), is_scaled: true },
        None => ScaledLine { text: line.to_owned(), is_scaled: false },
    }
}

pub(crate) struct Change {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

pub(crate) fn changes(line: &str, factor: Ratio<u64>, language: Option<Language>) -> Option<Vec<Change>> {
    if factor.is_zero() {
        return None;
    }
    let mut changes = Vec::new();
    for amount in amounts(line, language) {
        match amount.role {
            Role::Kept(_) => {}
            Role::Unclear => return None,
            Role::Scales => scale_amount(line, &amount, factor, language, &mut changes)?,
        }
    }
    changes.retain(|change: &Change| change.text != line.span(change.range.clone()));
    Some(changes)
}

/// The scaled quantity field of a line, which may be in words or a group. `None` if the field and the line's
/// text have different amounts.
pub(crate) fn scaled_quantity(
    line: &str,
    quantity: &str,
    factor: Ratio<u64>,
    language: Option<Language>,
) -> Option<String> {
    let (low, high) = amount_in_full(quantity, language)?;
    let main = amounts(line, language).into_iter().find(|amount| amount.role == Role::Scales)?;
    let (first, last) = (main.ends.first()?, main.ends.last()?);
    let group = Ratio::from_integer(main.group.unwrap_or(1));
    let whole = |end: &End| end.value.checked_mul(&group);
    let is_same = |of: &dyn Fn(&End) -> Option<Ratio<u64>>| of(first) == Some(low) && of(last) == Some(high);
    let (low, high) = (mixed(low.checked_mul(&factor)?), mixed(high.checked_mul(&factor)?));
    if !is_same(&|end| Some(end.value)) && !is_same(&whole) {
        return None;
    }
    Some(if main.ends.len() > 1 {
        format!("{low}{}{high}", line.span(first.range.end..last.range.start))
    } else {
        low
    })
}

fn scale_amount(
    line: &str,
    amount: &Amount,
    factor: Ratio<u64>,
    language: Option<Language>,
    changes: &mut Vec<Change>,
) -> Option<()> {
    let mut most = Ratio::from_integer(0);
    for End { range, value } in &amount.ends {
        let scaled = value.checked_mul(&factor)?;
        most = most.max(scaled);
        let needs_gap = line.span(range.end..).starts_with(char::is_alphabetic)
            && !line.span(range.clone()).ends_with(|c: char| c.is_numeric());
        let text = match (amount.is_implied, range.is_empty() || needs_gap) {
            (true, _) if factor == Ratio::from_integer(1) => String::new(),
            (true, _) => format!("{} x ", mixed(scaled)),
            (false, true) => format!("{} ", mixed(scaled)),
            (false, false) => mixed(scaled),
        };
        // In "le jus d'un citron", "d'" becomes "de" before digits.
        changes.push(match elided_link(line.span(..range.start)).filter(|_| !amount.is_implied) {
            Some((start, link)) => Change { range: start..range.end, text: format!("{link}e {text}") },
            None => Change { range: range.clone(), text },
        });
    }
    if !amount.unit_range.is_empty() && !amount.is_hyphened {
        let form = line.span(amount.unit_range.clone());
        let text = match amount.group {
            Some(_) => agreeing_group(form, most, language),
            None => unit::agreeing(form, most, language),
        };
        changes.push(Change { range: amount.unit_range.clone(), text });
    }
    if !amount.tail.is_empty() {
        changes.push(Change { range: amount.tail.clone(), text: String::new() });
    }
    Some(())
}

/// Position and letter of a "d'" at the end of the text.
fn elided_link(before: &str) -> Option<(usize, char)> {
    let link = before.strip_suffix(['\'', '’'])?;
    let letter = link.chars().next_back().filter(|letter| matches!(letter, 'd' | 'D'))?;
    let start = link.len().checked_sub(1)?;
    (!link.span(..start).ends_with(char::is_alphabetic)).then_some((start, letter))
}

/// "douzaine" becomes "douzaines" for 2; the English "dozen" does not change.
fn agreeing_group(form: &str, value: Ratio<u64>, language: Option<Language>) -> String {
    let is_plural = match language {
        Some(Language::Fr) => value >= Ratio::from_integer(2),
        Some(Language::Es) => value > Ratio::from_integer(1),
        None | Some(Language::En) => return form.to_owned(),
    };
    let one = form.strip_suffix('s').unwrap_or(form);
    if is_plural { format!("{one}s") } else { one.to_owned() }
}

pub(crate) fn applied(line: &str, part: Range<usize>, changes: &[Change]) -> String {
    let mut text = String::with_capacity(part.len());
    let mut at = part.start;
    for change in
        changes.iter().filter(|change| change.range.start >= part.start && change.range.end <= part.end)
    {
        text.push_str(line.span(at..change.range.start));
        text.push_str(&change.text);
        at = change.range.end;
    }
    text.push_str(line.span(at..part.end));
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        line: String,
        language: Language,
        factor: String,
        expected: Option<String>,
        #[serde(default)]
        marked: bool,
    }

    #[test]
    fn scaled_lines_match_the_shared_vectors() {
        let vectors: Vectors = serde_json::from_str(include_str!("../vectors/amounts.json")).unwrap();
        assert!(vectors.rows.len() >= 200);
        let mut wrong = Vec::new();
        for Row { line, language, factor, expected, marked } in vectors.rows {
            let (numerator, denominator) = factor.split_once('/').unwrap_or((&factor, "1"));
            let factor = Ratio::new(numerator.parse().unwrap(), denominator.parse().unwrap());
            let scaled = scale_line(&line, factor, Some(language));
            let is_right =
                scaled.is_scaled != marked && scaled.text == expected.clone().unwrap_or(line.clone());
            if !is_right {
                wrong.push(format!(
                    "{line:?} x {factor}: {:?} ({}), not {expected:?}",
                    scaled.text, scaled.is_scaled
                ));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn values(line: &str, language: Option<Language>) -> Vec<(Role, Vec<Ratio<u64>>)> {
        let of = |amount: Amount| (amount.role, amount.ends.iter().map(|end| end.value).collect());
        amounts(line, language).into_iter().map(of).collect()
    }

    fn numbers() -> impl Strategy<Value = String> {
        prop_oneof![
            (1_u32..999).prop_map(|n| n.to_string()),
            (1_u32..20, 1_u32..20).prop_map(|(low, more)| format!("{low}-{}", low + more)),
            (1_u32..9).prop_map(|n| format!("{n} 1/2")),
            Just("½".to_owned()),
            Just("1.5".to_owned()),
        ]
    }

    const UNITS: [&str; 8] = ["g", "kg", "cups", "tbsp", "oz", "lb", "ml", "tsp"];

    fn lines() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("1"),
            Just("2"),
            Just("½"),
            Just("1/2"),
            Just("200"),
            Just("a"),
            Just("half"),
            Just("dozen"),
            Just("cup"),
            Just("g"),
            Just("kg"),
            Just("oz"),
            Just("tins"),
            Just("flour"),
            Just("lemon"),
            Just("("),
            Just(")"),
            Just(","),
            Just("x"),
            Just("+"),
            Just("plus"),
            Just("and"),
            Just("or"),
            Just("-"),
            Just("/"),
            Just("each"),
            Just("%"),
            Just("cm"),
            Just("of"),
            Just("to"),
            Just("demi-"),
            Just("y"),
            Just("medio"),
        ];
        (prop::collection::vec(part, 0..10), any::<bool>())
            .prop_map(|(parts, spaced)| parts.join(if spaced { " " } else { "" }))
    }

    fn languages() -> impl Strategy<Value = Option<Language>> {
        prop::sample::select(vec![None, Some(Language::En), Some(Language::Es), Some(Language::Fr)])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn scaling_there_and_back_keeps_the_values(
            number in numbers(), unit in 0..UNITS.len(), language in languages(), k in 2_u64..12
        ) {
            let line = format!("{number} {} flour", UNITS[unit]);
            let there = scale_line(&line, Ratio::from_integer(k), language);
            prop_assert!(there.is_scaled);
            let back = scale_line(&there.text, Ratio::new(1, k), language);
            prop_assert_eq!(values(&back.text, language), values(&line, language));
        }

        #[test]
        fn scaled_sum_is_the_sum_of_scaled_parts(
            one in numbers(), two in numbers(), units in (0..UNITS.len(), 0..UNITS.len()), k in 2_u64..12
        ) {
            let (one, two) = (format!("{one} {}", UNITS[units.0]), format!("{two} {} oil", UNITS[units.1]));
            let k = Ratio::from_integer(k);
            let text = |line: &str| scale_line(line, k, None).text;
            for plus in [" plus ", " + "] {
                prop_assert_eq!(text(&format!("{one}{plus}{two}")), format!("{}{plus}{}", text(&one), text(&two)));
            }
        }

        #[test]
        fn every_number_scales_or_stays_for_a_reason_or_the_line_is_marked(
            line in lines(), language in languages()
        ) {
            let found = amounts(&line, language);
            for (at, c) in line.char_indices() {
                let is_number = c.is_ascii_digit() || crate::vulgar_fraction(c).is_some();
                let is_in = |amount: &Amount| {
                    amount.ends.is_empty()
                        || amount.tail.contains(&at)
                        || amount.ends.iter().any(|end| end.range.contains(&at))
                };
                prop_assert!(!is_number || found.iter().any(is_in), "{at} in {line:?}");
            }
            let scaled = scale_line(&line, Ratio::from_integer(2), language);
            let is_unclear = found.iter().any(|amount| amount.role == Role::Unclear);
            prop_assert_eq!(scaled.is_scaled, !is_unclear);
            if is_unclear {
                prop_assert_eq!(scaled.text, line);
            }
        }
    }
}
