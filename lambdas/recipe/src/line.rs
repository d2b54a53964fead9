//! Parses an ingredient line into amount, unit, name and note.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod label_correction;

use crate::span::{Places, Span};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use crate::content::Doubt;
use crate::features;
use crate::lexicon::Class;
use crate::measure::{self, Measure};
use crate::model::{Label, Model};
use crate::normalized::normalized;
use crate::token::{Kind, Token};
use crate::unit::{Size, Unit};
use crate::{Ingredient, Language};
use label_correction::{corrected, is_share_of_one};

/// Parses an ingredient line of plain text.
///
/// Amount and unit are normalized: "2 tazas y media" gives `2 1/2` and `tazas`. Parts of the name are joined
/// with spaces, parts of the note with commas. `text` is the trimmed line. Words of `language` take
/// precedence.
#[must_use]
pub fn read(line: &str, language: Option<Language>) -> Ingredient {
    match MODEL.as_ref() {
        Some(model) if line.len() <= LONGEST_LINE_BYTES => read_with(model, line, language),
        _ => {
            Ingredient { name: line.trim().to_owned(), text: line.trim().to_owned(), ..Ingredient::default() }
        }
    }
}

/// Maximum length of a line in bytes; a longer line becomes a name without an amount.
const LONGEST_LINE_BYTES: usize = 4_000;

#[repr(align(64))]
struct Aligned<T: ?Sized>(T);

static WEIGHTS: &Aligned<[u8]> = &Aligned(*include_bytes!("../model/lines.bin"));

static MODEL: LazyLock<Option<Model<'static>>> = LazyLock::new(|| Model::from_bytes(&WEIGHTS.0));

pub(crate) fn read_with(model: &Model<'_>, line: &str, language: Option<Language>) -> Ingredient {
    let body = TokenizedLine::of(line, language);
    let (labels, margin) = model.label(&features::observe(&body.text, &body.tokens));
    let mut ingredient = assemble(&body, &labels);
    if margin < SURE {
        ingredient.doubt = Some(Doubt::Parts);
    }
    ingredient
}

/// Minimum Viterbi margin of amount and unit; below it, the parse is marked as uncertain.
/// Figures: docs/measurements/212-marks-of-parsed-lines.md.
const SURE: i32 = 300;

pub(crate) struct TokenizedLine<'a> {
    pub(crate) whole: &'a str,
    /// Normalized text, which the tokens refer to: see [`normalized`].
    pub(crate) text: Cow<'a, str>,
    pub(crate) language: Option<Language>,
    pub(crate) tokens: Vec<Token>,
}

impl<'a> TokenizedLine<'a> {
    pub(crate) fn of(line: &'a str, language: Option<Language>) -> Self {
        let whole = line.trim();
        let (text, tokens) = normalized(whole.trim_start_matches(is_bullet), language);
        Self { whole, text, language, tokens }
    }

    fn stretch(&self, tokens: &Range<usize>) -> &str {
        match self.tokens.get(tokens.clone()) {
            Some([first, .., last]) => self.text.span(first.start..last.end),
            Some([only]) => self.text.span(only.start..only.end),
            _ => "",
        }
    }
}

pub(crate) fn assemble(body: &TokenizedLine<'_>, labels: &[Label]) -> Ingredient {
    let labels = corrected(labels, &body.tokens, body.language);
    let runs = runs(&labels, &body.tokens);
    let of = |label: Label| runs.iter().filter(move |run| run.0 == label).map(|run| &run.1);
    let quantity = of(Label::Quantity).next();
    let unit = unit(body, quantity, of(Label::Unit));
    let mut name = String::new();
    for run in of(Label::Name) {
        push(&mut name, " ", tidy(body.stretch(run)));
    }
    let mut note = String::new();
    for (label, run) in &runs {
        let is_taken = *label == Label::Name
            || Some(run) == quantity
            || unit.as_ref() == Some(run)
            || is_article_of_share(body, run, quantity);
        if !is_taken {
            push(&mut note, ", ", trim_note(body, run, unit.as_ref()));
        }
    }
    let quantity = quantity.map_or("", |run| body.stretch(run));
    let unit = unit.map_or("", |run| body.stretch(&run));
    if name.is_empty() {
        return without_name(body, quantity, unit);
    }
    Ingredient {
        name,
        quantity: without_dangling_hyphen(quantity),
        unit: unit.to_owned(),
        note,
        text: body.whole.to_owned(),
        ..Ingredient::default()
    }
}

/// Whether `run` is the "la" of "la moitié d'un citron", which is part of the amount, not a remark.
fn is_article_of_share(
    body: &TokenizedLine<'_>,
    run: &Range<usize>,
    quantity: Option<&Range<usize>>,
) -> bool {
    quantity.is_some_and(|quantity| *run == (0..1) && quantity.start == 1 && is_share_of_one(&body.tokens, 1))
}

/// Removes the first hyphen of "6- to 8-ounce".
fn without_dangling_hyphen(quantity: &str) -> String {
    match quantity.split_once(['-', '‐', '‑']) {
        Some((low, high)) if high.starts_with(' ') && low.ends_with(|c: char| c.is_numeric()) => {
            let is_range = high.trim_start().starts_with(char::is_alphabetic);
            if is_range { format!("{low}{high}") } else { quantity.to_owned() }
        }
        _ => quantity.to_owned(),
    }
}

/// Ingredient of a line without a name: the unit becomes the name ("2 cloves").
fn without_name(body: &TokenizedLine<'_>, quantity: &str, unit: &str) -> Ingredient {
    let rest = body.text.strip_prefix(quantity).map_or("", tidy);
    let (name, quantity) = match (unit, rest) {
        ("", "") => (body.text.as_ref(), ""),
        ("", rest) => (rest, quantity),
        (unit, _) => (unit, quantity),
    };
    Ingredient {
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        text: body.whole.to_owned(),
        ..Ingredient::default()
    }
}

fn unit<'a>(
    body: &TokenizedLine<'_>,
    quantity: Option<&Range<usize>>,
    runs: impl Iterator<Item = &'a Range<usize>>,
) -> Option<Range<usize>> {
    let token_unit = |at: usize| body.tokens.get(at).and_then(|token| token.unit);
    // Prefer the range that contains a unit ("2 large garlic cloves"); a size alone is not a unit.
    let only_sizes =
        |run: &Range<usize>| body.tokens.span(run.clone()).iter().all(|token| token.is(Class::SIZE));
    let mut first = None;
    for run in runs {
        if run.clone().any(|at| token_unit(at).is_some()) {
            first = Some(run.clone());
            break;
        }
        first = first.or_else(|| (!only_sizes(run)).then(|| run.clone()));
    }
    // Weight or volume directly after the amount, possibly with a hyphen.
    let is_dash = |at: usize| body.tokens.get(at).is_some_and(|token| token.kind == Kind::Dash);
    let behind = quantity.map(|quantity| quantity.end.saturating_add(usize::from(is_dash(quantity.end))));
    first.or_else(|| {
        behind.filter(|at| token_unit(*at).is_some_and(is_weighed)).map(|at| at..at.saturating_add(1))
    })
}

fn is_weighed(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

/// Ranges of equal labels. The three "other" labels are merged; unpaired brackets in the name become "other".
fn runs(labels: &[Label], tokens: &[Token]) -> Vec<(Label, Range<usize>)> {
    let lone = lone_brackets(labels, tokens);
    let mut runs: Vec<(Label, Range<usize>)> = Vec::with_capacity(6);
    for (at, label) in labels.iter().enumerate() {
        let label = match label {
            Label::Within | Label::After => Label::Before,
            Label::Name if lone.at(at) => Label::Before,
            label => *label,
        };
        match runs.last_mut() {
            Some((last, run)) if *last == label => run.end = at.saturating_add(1),
            _ => runs.push((label, at..at.saturating_add(1))),
        }
    }
    runs
}

fn lone_brackets(labels: &[Label], tokens: &[Token]) -> Vec<bool> {
    let mut lone = vec![false; labels.len()];
    let is_name = |at: usize| labels.get(at) == Some(&Label::Name);
    let mut opened = false;
    for (at, token) in tokens.iter().enumerate() {
        opened &= is_name(at);
        match token.kind {
            Kind::Open => opened = is_name(at),
            Kind::Close => lone.put(at, !opened),
            _ => {}
        }
    }
    let mut closed = false;
    for (at, token) in tokens.iter().enumerate().rev() {
        closed &= is_name(at);
        match token.kind {
            Kind::Close => closed = is_name(at),
            Kind::Open => lone.put(at, !closed),
            _ => {}
        }
    }
    lone
}

fn push(text: &mut String, joint: &str, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str(joint);
    }
    text.push_str(more);
}

/// Amounts of a line as exact numbers, in order: see [`Measure`]. Empty above 4,000 bytes.
#[must_use]
pub fn measures(line: &str, language: Option<Language>) -> Vec<Measure> {
    if line.len() > LONGEST_LINE_BYTES {
        return Vec::new();
    }
    measure::measures(line, language)
}

fn tidy(name: &str) -> &str {
    name.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '.' | '*' | '/')
    })
}

fn trim_note<'a>(body: &'a TokenizedLine<'_>, run: &Range<usize>, unit: Option<&Range<usize>>) -> &'a str {
    // If the remark contains the unit, the note begins after the unit.
    let run = match unit {
        Some(unit) if run.contains(&unit.start) => &(unit.end..run.end),
        _ => run,
    };
    let is_loose = |token: &Token| token.kind != Kind::Word && !token.is_amount() || token.is(Class::LINK);
    // In "2 pièces gousse d'ail", the first counter is not part of the note.
    let is_counter = |token: &Token| token.unit == Some(Unit::Piece);
    let tokens = body.tokens.span(run.clone());
    let start = tokens.iter().position(|token| !is_loose(token) && !is_counter(token));
    let end = tokens.iter().rposition(|token| !is_loose(token));
    start.zip(end).map_or("", |(start, end)| {
        let kept = with_partners(tokens, start..end.saturating_add(1));
        let place = |at: usize| run.start.saturating_add(at);
        let note = body.stretch(&(place(kept.start)..place(kept.end)));
        if place(kept.end) == body.tokens.len() { note.trim_end_matches('.') } else { note }
    })
}

/// Extends a range to include the matching brackets of its unpaired brackets.
fn with_partners(tokens: &[Token], kept: Range<usize>) -> Range<usize> {
    let count = |kind: Kind| tokens.span(kept.clone()).iter().filter(|token| token.kind == kind).count();
    let (opened, closed) = (count(Kind::Open), count(Kind::Close));
    let is = |kind: Kind| move |token: &Token| token.kind == kind;
    let opener = tokens.span(..kept.start).iter().rposition(is(Kind::Open)).filter(|_| closed > opened);
    let closer = tokens.span(kept.end..).iter().position(is(Kind::Close)).filter(|_| opened > closed);
    let end = closer.map_or(kept.end, |behind| kept.end.saturating_add(behind).saturating_add(1));
    opener.unwrap_or(kept.start)..end
}

fn is_bullet(c: char) -> bool {
    c.is_whitespace() || matches!(c, '•' | '·' | '▢' | '□' | '☐' | '◦' | '●' | '○' | '■' | '*' | '-' | '–')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_return_the_whole_amount() {
        use Unit::{Can, Cup, Gram, Inch, Millilitre, Ounce, Pound, Tablespoon};
        let check = |line: &str, expected: &[(&str, Option<Unit>)]| {
            let read: Vec<_> = measures(line, Some(Language::En))
                .into_iter()
                .map(|measure| {
                    let range = if measure.low == measure.high {
                        String::new()
                    } else {
                        format!("-{}", measure.high)
                    };
                    let sign = if measure.adds { "+" } else { "" };
                    (format!("{sign}{}{range}", measure.low), measure.unit)
                })
                .collect();
            let expected: Vec<_> = expected.iter().map(|(text, unit)| ((*text).to_owned(), *unit)).collect();
            assert_eq!(read, expected, "{line:?}");
        };
        check("1 cup (240 ml) milk", &[("1", Some(Cup)), ("240", Some(Millilitre))]);
        check("200g/7oz chocolate", &[("200", Some(Gram)), ("7", Some(Ounce))]);
        check("1 (14 oz) can beans", &[("1", Some(Can)), ("14", Some(Ounce))]);
        check("2 (14-ounce) cans beans", &[("2", Some(Can)), ("28", Some(Ounce))]);
        check("One 14.5-ounce can tomatoes", &[("1", Some(Can)), ("29/2", Some(Ounce))]);
        check("2 x 400 g tins beans", &[("2", Some(Can)), ("800", Some(Gram))]);
        check("2x400g/14oz tins beans", &[("2", Some(Can)), ("800", Some(Gram)), ("28", Some(Ounce))]);
        check("a 400 g tin of beans", &[("1", Some(Can)), ("400", Some(Gram))]);
        check("4 chicken thighs (150 g each)", &[("4", None), ("600", Some(Gram))]);
        check("4 chicken thighs (600 g)", &[("4", None), ("600", Some(Gram))]);
        check("1 cup plus 2 tablespoons flour", &[("1", Some(Cup)), ("+2", Some(Tablespoon))]);
        check("1 kilo 1/2 of potatoes", &[("3/2", Some(Unit::Kilogram))]);
        check("2 cups and ½ of milk", &[("5/2", Some(Cup))]);
        check("2 cups and a half of milk", &[("5/2", Some(Cup))]);
        check("3/4th cup of milk", &[("3/4", Some(Cup))]);
        check("750g-1kg of beef", &[("750-1000", Some(Gram))]);
        check("1 – 15 oz can beans", &[("1", Some(Can)), ("15", Some(Ounce))]);
        check("2lb 3oz beef", &[("2", Some(Pound)), ("+3", Some(Ounce))]);
        check("1½-2 cups rice", &[("3/2-2", Some(Cup))]);
        check("1 or 2 carrots", &[("1-2", None)]);
        check("one or two carrots", &[("1-2", None)]);
        check("half a cup of rice", &[("1/2", Some(Cup))]);
        check("two dozen clams", &[("24", None)]);
        check("2 heaped tbsp cocoa", &[("2", Some(Tablespoon))]);
        check("Flour, 200 g", &[("200", Some(Gram))]);
        check("Eggs: 2", &[("2", None)]);
        check("1 cup flour, about 125 g, sifted", &[("1", Some(Cup)), ("125", Some(Gram))]);
        check("4 tomatoes or 2 cups canned tomatoes", &[("4", None)]);
        check("2 tbsp purée, diluted in 400ml water", &[("2", Some(Tablespoon))]);
        check("1 tbsp starch mixed with 2 tbsp water", &[("1", Some(Tablespoon))]);
        check("2 tomatoes, cut into 1-inch pieces", &[("2", None)]);
        check("1-inch piece ginger", &[("1", Some(Inch))]);
        check("2, 14 oz cans beans", &[("2", Some(Can)), ("28", Some(Ounce))]);
        check("2 EL Mehl", &[("2", Some(Tablespoon))]);
        check("el mejor", &[]);
        check("2% milk", &[]);
        check("1/0 cup", &[]);
        check("salt", &[]);
    }
}
