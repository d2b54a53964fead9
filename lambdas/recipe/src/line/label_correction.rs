use std::borrow::Cow;
use std::ops::Range;

use num_rational::Ratio;

use super::is_weighed;
use crate::Language;
use crate::amounts;
use crate::fold;
use crate::lexicon::{self, Class};
use crate::model::Label;
use crate::span::Span;
use crate::token::{self, Kind, Token};
use crate::unit::{Size, Unit};

/// Corrects the model's labels where the tokens are unambiguous.
pub(super) fn corrected<'a>(
    labels: &'a [Label],
    tokens: &[Token],
    language: Option<Language>,
) -> Cow<'a, [Label]> {
    let mut labels = Cow::Borrowed(labels);
    // In "a pinch", the article is the amount; the training data often omits it.
    let unit = labels.iter().position(|label| *label == Label::Unit).filter(|unit| *unit > 0);
    if let Some(article) = unit.and_then(|unit| unit.checked_sub(1))
        && tokens.get(article).is_some_and(|token| token.is(Class::ARTICLE))
        && !labels.contains(&Label::Quantity)
    {
        labels.to_mut().get_mut_or_empty(article..=article).fill(Label::Quantity);
    }
    // "la moitié d'un citron" is one half.
    if let Some(article) = labels.iter().position(|label| *label == Label::Quantity)
        && let Some(share) = article.checked_sub(2).filter(|share| is_share_of_one(tokens, *share))
    {
        labels.to_mut().get_mut_or_empty(share..article).fill(Label::Quantity);
    }
    if let Some((number, group)) = counted_group(&labels, tokens) {
        labels.to_mut().get_mut_or_empty(number..=number).fill(Label::Quantity);
        labels.to_mut().get_mut_or_empty(group..=group).fill(Label::Unit);
    }
    let unknown = unknown_before_unit(&labels, tokens);
    if !unknown.is_empty() {
        labels.to_mut().get_mut_or_empty(unknown).fill(Label::Name);
    }
    let part = weight_of_container(&labels, tokens)
        .or_else(|| counted_container(&labels, tokens))
        .or_else(|| counter_at_end(&labels, tokens));
    if let Some(part) = part {
        labels.to_mut().get_mut_or_empty(part..part.saturating_add(1)).fill(Label::Unit);
    }
    if let Some(size) = size_after_name(&labels, tokens).or_else(|| other_way_to_say(&labels, tokens)) {
        labels.to_mut().get_mut_or_empty(size).fill(Label::After);
    }
    if let Some(TrailingAmount { quantity, unit }) = amount_after_name(&labels, tokens) {
        labels.to_mut().get_mut_or_empty(quantity).fill(Label::Quantity);
        labels.to_mut().get_mut_or_empty(unit).fill(Label::Unit);
    }
    let hanging = dangling_after_name(&labels, tokens, language);
    if !hanging.is_empty() {
        labels.to_mut().get_mut_or_empty(hanging).fill(Label::After);
    }
    for at in 1..tokens.len().saturating_sub(2) {
        let [piece, unit, link, ..] = tokens.span(at..) else { break };
        let is_counted = |unit: Unit| unit != Unit::Piece && unit.size() == Size::Count;
        let is_named_twice = piece.unit == Some(Unit::Piece)
            && at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(Token::is_amount)
            && unit.unit.is_some_and(is_counted)
            && link.is(Class::LINK);
        if is_named_twice
            && labels.get(at) == Some(&Label::Unit)
            && let Some(named) = labels.to_mut().get_mut_or_empty(at..).first_chunk_mut()
        {
            *named = [Label::Before, Label::Unit, Label::Before];
        }
    }
    labels
}

/// Indices of number and group in "2 dozen eggs", "a dozen eggs".
fn counted_group(labels: &[Label], tokens: &[Token]) -> Option<(usize, usize)> {
    let group = tokens.iter().position(|token| token.kind == Kind::Word && amounts::is_group(token.hash))?;
    let number = group.checked_sub(1)?;
    let before = tokens.get(number)?;
    let is_number = before.is_amount() || number == 0 && before.is(Class::ARTICLE);
    let is_other = labels.iter().enumerate().any(|(at, label)| *label == Label::Unit && at != group);
    let is_free =
        matches!(labels.get(group), Some(Label::Before | Label::Within | Label::After | Label::Unit));
    (is_number && is_free && !is_other).then_some((number, group))
}

/// Words before the unit that become the name if there is none.
fn unknown_before_unit(labels: &[Label], tokens: &[Token]) -> Range<usize> {
    let unit = labels.iter().position(|label| *label == Label::Unit).unwrap_or_default();
    let is_unknown = |at: usize| {
        let is_other = labels.get(at).is_some_and(|label| !matches!(label, Label::Quantity | Label::Unit));
        is_other
            && tokens
                .get(at)
                .is_some_and(|token| token.kind == Kind::Word && token.classes == 0 && token.unit.is_none())
    };
    let start = (0..unit).find(|at| is_unknown(*at)).filter(|_| !labels.contains(&Label::Name));
    start.map_or(0..0, |start| start..(start..unit).find(|at| !is_unknown(*at)).unwrap_or(unit))
}

/// Index of "oz" in "28-oz can", if the model did not label it.
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

/// Index of "block" in "1 350 g block".
fn counted_container(labels: &[Label], tokens: &[Token]) -> Option<usize> {
    const PLACE: usize = 3;
    let [count, amount, weight, container, ..] = tokens else { return None };
    let is_container = |unit: Unit| unit.size() == Size::Count && unit != Unit::Piece;
    let is_counted = count.is_amount()
        && amount.is_amount()
        && weight.unit.is_some_and(is_weighed)
        && container.unit.is_some_and(is_container);
    (is_counted && !labels.contains(&Label::Unit)).then_some(PLACE)
}

/// Index of "nos" in "Cloves 4 nos".
fn counter_at_end(labels: &[Label], tokens: &[Token]) -> Option<usize> {
    let counter = labels.iter().position(|label| *label == Label::Quantity)?.checked_add(1)?;
    let is_counter = tokens.get(counter)?.unit == Some(Unit::Piece) && !labels.contains(&Label::Unit);
    let is_last = tokens.get(counter.checked_add(1)?).is_none_or(|next| next.kind != Kind::Word);
    (is_counter && is_last).then_some(counter)
}

/// Range of the size in "un poulet de 1 kg", which is one chicken.
fn size_after_name(labels: &[Label], tokens: &[Token]) -> Option<Range<usize>> {
    let unit = labels.iter().position(|label| *label == Label::Unit)?;
    let amount = unit.checked_sub(1).filter(|amount| tokens.get(*amount).is_some_and(Token::is_amount))?;
    let before = labels.get(..amount)?;
    let count = before.iter().position(|label| *label == Label::Quantity)?;
    let is_named = before.get(count..)?.contains(&Label::Name);
    let is_weight = tokens.get(unit)?.unit.is_some_and(is_weighed);
    (is_named && is_weight).then(|| amount..unit.saturating_add(1))
}

/// Range of "1/16 teaspoon" in "Pinch of salt, about 1/16 teaspoon".
fn other_way_to_say(labels: &[Label], tokens: &[Token]) -> Option<Range<usize>> {
    let amount = labels.iter().position(|label| *label == Label::Quantity)?;
    let before = labels.get(..amount)?;
    let unit = before.iter().position(|label| *label == Label::Unit)?;
    let is_named = before.get(unit..)?.contains(&Label::Name);
    let behind = amount.saturating_add(1);
    let is_other = |own: Unit| is_weighed(own) && tokens.get(unit).is_some_and(|unit| unit.unit != Some(own));
    let own = tokens.get(behind)?.unit.filter(|own| is_other(*own));
    (is_named && own.is_some()).then(|| amount..behind.saturating_add(1))
}

/// Range of "d'" in "rôti d'1 kg".
fn dangling_after_name(labels: &[Label], tokens: &[Token], language: Option<Language>) -> Range<usize> {
    const HANGING: u32 = Class::LINK | Class::OR | Class::AND | Class::REMARK | Class::ARTICLE;
    let end = labels.iter().rposition(|label| *label == Label::Name).map_or(0, |last| last.saturating_add(1));
    let is_hanging = |token: &Token| {
        // A single letter may be part of the name: "vitamin E".
        let is_word = token.end.saturating_sub(token.start) > 1 && token.unit.is_none();
        // "Eggs x 3"
        let is_times = token.hash == token::times();
        let classes = lexicon::entry(token.hash).map_or(0, |entry| entry.own_classes(language));
        token.kind == Kind::Dash || is_times || is_word && classes & HANGING != 0
    };
    let name = labels.iter().zip(tokens).take(end);
    let hanging = name.rev().take_while(|(label, token)| **label == Label::Name && is_hanging(token)).count();
    let start = end.saturating_sub(hanging);
    let has_more = labels.get(..start).is_some_and(|labels| labels.contains(&Label::Name));
    if has_more { start..end } else { end..end }
}

pub(super) fn is_share_of_one(tokens: &[Token], at: usize) -> bool {
    let Some([share, link, one, ..]) = tokens.get(at..) else { return false };
    let is_part = [Language::Fr, Language::Es].into_iter().any(|language| {
        let numeral = lexicon::entry(share.hash).and_then(|entry| entry.numeral(Some(language)));
        numeral.is_some_and(|(numerator, denominator)| numerator < denominator)
    });
    is_part && share.is(Class::NUMERAL) && link.is(Class::LINK) && one.is(Class::ARTICLE)
}

struct TrailingAmount {
    quantity: Range<usize>,
    unit: Range<usize>,
}

/// The amount after the name, if the model did not label it: "Turmeric a pinch", "Coconut: half".
fn amount_after_name(labels: &[Label], tokens: &[Token]) -> Option<TrailingAmount> {
    if labels.contains(&Label::Quantity) || labels.contains(&Label::Unit) {
        return None;
    }
    let name = labels.iter().position(|label| *label == Label::Name)?;
    let behind_name = name.checked_add(1)?;
    let is_article_of_unit = |at: usize, article: &Token| {
        let mut behind = tokens.span(at..).iter().skip(1).skip_while(|token| token.is(Class::SIZE));
        article.is(Class::ARTICLE) && behind.next().is_some_and(|token| token.unit.is_some())
    };
    let mut depth = 0_usize;
    let mut outside = (0..tokens.len()).zip(tokens).skip(behind_name).filter(|(_, token)| {
        match token.kind {
            Kind::Open => depth = depth.saturating_add(1),
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let (at, start) =
        outside.find(|(at, token)| is_part(token) || token.is_amount() || is_article_of_unit(*at, token))?;
    let parted = is_part(start);
    let first = if parted { at.checked_add(1)? } else { at };
    let [opener, rest @ ..] = tokens.span(first..) else { return None };
    let is_unit = |token: &Token| token.unit.is_some();
    let sizes = rest.iter().take_while(|token| token.is(Class::SIZE) && !is_unit(token)).count();
    let units = rest.span(sizes..).iter().take_while(|token| is_unit(token)).count();
    let after = first.checked_add(1)?;
    let unit = if units > 0 { after..after.checked_add(sizes)?.checked_add(units)? } else { after..after };
    let is_amount = opener.is_amount() && (units > 0 || is_count(opener));
    let is_article = opener.is(Class::ARTICLE) && units > 0;
    let is_in_words = is_article || parted && opener.is(Class::NUMERAL);
    let (quantity, unit) = if is_amount || is_in_words {
        (first..after, unit)
    } else if parted && is_unit(opener) {
        (first..first, first..after)
    } else {
        return None;
    };
    let is_last = tokens.span(unit.end.max(quantity.end)..).first().is_none_or(|next| {
        let is_sign = matches!(next.kind, Kind::Open | Kind::Comma | Kind::Dash);
        is_sign || next.is(Class::PREPARED | Class::MANNER | Class::SIZE)
    });
    // Excludes type numbers ("flour type 2") and numbers in a remark after a comma.
    let before = tokens.get(at.checked_sub(1)?)?;
    // In "Turmeric, a pinch", the comma before the article does not start a remark.
    let named = if is_article { at.saturating_sub(1) } else { at };
    let is_remark =
        before.is(Class::REMARK) || tokens.span(..named).iter().any(|token| token.kind == Kind::Comma);
    (is_last && (parted || !is_remark)).then_some(TrailingAmount { quantity, unit })
}

fn is_part(token: &Token) -> bool {
    token.kind == Kind::Dash || token.kind == Kind::Sign && token.hash == fold::step(0, ':')
}

/// Whether the token is a number up to 20, not a type of flour ("type 55", "00").
fn is_count(token: &Token) -> bool {
    const MOST: u64 = 20;
    let Kind::Amount(low, high) = token.kind else { return false };
    let is_in = |end: Option<Ratio<u64>>| {
        end.is_some_and(|end| end > Ratio::from_integer(0) && end <= Ratio::from_integer(MOST))
    };
    is_in(low.ratio()) && is_in(high.ratio())
}
