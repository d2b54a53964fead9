//! What the model can't know of a line: labels that follow from the tokens alone.

use std::borrow::Cow;

use super::is_weighed;
use crate::Language;
use crate::lexicon::{self, Class};
use crate::model::Label;
use crate::span::Span;
use crate::token::{Kind, Token};
use crate::unit::{Size, Unit};

/// What the model can't know: some pages count everything in pieces and name the unit after that ("2 pièce(s) Gousse
/// d'ail"), and some say the half of an amount behind its unit ("1 càc et demie").
pub(super) fn mended<'a>(labels: &'a [Label], tokens: &[Token]) -> Cow<'a, [Label]> {
    let mut labels = Cow::Borrowed(labels);
    // "a pinch": the article is the amount, which most who labelled lines left out.
    let unit = labels.iter().position(|label| *label == Label::Unit).filter(|unit| *unit > 0);
    if let Some(article) = unit.and_then(|unit| unit.checked_sub(1))
        && tokens.get(article).is_some_and(|token| token.is(Class::ARTICLE))
        && labels.get(article) == Some(&Label::Before)
        && !labels.contains(&Label::Quantity)
    {
        labels.to_mut().span_mut(article..=article).fill(Label::Quantity);
    }
    if let Some(weight) = weight_of_container(&labels, tokens) {
        labels.to_mut().span_mut(weight..weight.saturating_add(1)).fill(Label::Unit);
    }
    for at in 1..tokens.len().saturating_sub(2) {
        if labels.get(at) == Some(&Label::Unit) && is_and_a_half(tokens, at.saturating_add(1)) {
            // Of its own kind, so that it is part of neither the name nor a remark.
            labels.to_mut().span_mut(at.saturating_add(1)..at.saturating_add(3)).fill(Label::Quantity);
        }
        let [piece, unit, link, ..] = tokens.span(at..) else { break };
        let is_counted = |unit: Unit| unit != Unit::Piece && unit.size() == Size::Count;
        let is_named_twice = piece.unit == Some(Unit::Piece)
            && at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(Token::is_amount)
            && unit.unit.is_some_and(is_counted)
            && link.is(Class::LINK);
        if is_named_twice
            && labels.get(at) == Some(&Label::Unit)
            && let Some(named) = labels.to_mut().span_mut(at..).first_chunk_mut()
        {
            *named = [Label::Before, Label::Unit, Label::Before];
        }
    }
    labels
}

/// Where the "oz" of "28-oz can" stands, when the model has left it out of the unit: 28 is no number of cans.
fn weight_of_container(labels: &[Label], tokens: &[Token]) -> Option<usize> {
    let amount = labels.iter().position(|label| *label == Label::Quantity)?;
    let behind = amount.checked_add(1)?;
    let is_dash = tokens.get(behind).is_some_and(|token| token.kind == Kind::Dash);
    let weight = behind.saturating_add(usize::from(is_dash));
    let is_alone = amount == 0 && labels.get(weight) != Some(&Label::Unit);
    let is_weight = tokens.get(weight).is_some_and(|token| token.unit.is_some_and(is_weighed));
    let is_before_unit = labels.get(weight.checked_add(1)?) == Some(&Label::Unit);
    (is_alone && is_weight && is_before_unit).then_some(weight)
}

/// "1 càc et demie", "2 tazas y media": the half stands behind the unit.
pub(super) fn is_and_a_half(tokens: &[Token], at: usize) -> bool {
    let Some([and, half, ..]) = tokens.get(at..) else { return false };
    let is_half = [Language::Fr, Language::Es].into_iter().any(|language| {
        lexicon::entry(half.hash).and_then(|entry| entry.numeral(Some(language))) == Some((1, 2))
    });
    and.is(Class::AND) && is_half
}
