//! Token-based rules that normalize split amounts.

use num_rational::Ratio;
use num_traits::CheckedMul;

use crate::Language;
use crate::fold;
use crate::fraction;
use crate::lexicon::{self, Class};
use crate::quantity;

use crate::span::Span;
use crate::token::{self, Kind, Token};
use crate::unit::{Size, Unit};

/// Returns the changed line; `None` if unchanged.
type Rule = fn(&str, &[Token], Option<Language>) -> Option<String>;

pub(super) const RULES: [Rule; 4] =
    [with_half_apart, with_share_joined, with_range_joined, with_containers_counted];

/// "demi-litre" becomes "demi" and "litre".
fn with_half_apart(line: &str, tokens: &[Token], language: Option<Language>) -> Option<String> {
    let words =
        tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word && token.unit.is_none());
    words.into_iter().find_map(|(at, token)| {
        let (half, unit) = line.span(token.start..token.end).split_once('-')?;
        let is_counted =
            at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(Token::is_amount);
        let is_unit = lexicon::unit(unit, language).is_some_and(is_weighed);
        let is_half = is_unit && !is_counted && share_in_words(half, language).is_some();
        is_half.then(|| format!("{}{half} {unit}{}", line.span(..token.start), line.span(token.end..)))
    })
}

/// Moves a share to its number: "2 tazas y media" becomes "2 1/2 tazas".
fn with_share_joined(line: &str, tokens: &[Token], language: Option<Language>) -> Option<String> {
    if let Some(joined) = one_and_a_share(line, tokens, language) {
        return Some(joined);
    }
    (1_usize..).zip(tokens.windows(2)).find_map(|(next, pair)| {
        let [number, unit] = pair else { return None };
        let has_unit = unit.unit.is_some();
        let share = share(line, tokens, next.saturating_add(usize::from(has_unit)), language)?;
        let whole = whole_number(line, number, language)?;
        let counted = format!("{}{whole} {}", line.span(..number.start), share.text);
        let rest = line.span(share.end..);
        if !has_unit {
            let is_count = share.is_word && !is_article(number, language);
            return is_count.then(|| counted + rest);
        }
        let joined = format!("{counted} {}{rest}", line.span(unit.start..unit.end));
        let is_torn = || {
            let start = counted.len().saturating_add(1);
            let longest = start.saturating_add(unit.end.saturating_sub(unit.start));
            let is_longer =
                |token: &Token| token.start == start && token.end > longest && token.unit.is_some();
            token::tokens(&joined, language).iter().any(is_longer)
        };
        (!share.has_unit && (share.is_word || share.is_linked || is_torn())).then_some(joined)
    })
}

/// "Kilo y medio de papas" becomes "1 1/2 Kilo de papas".
fn one_and_a_share(line: &str, tokens: &[Token], language: Option<Language>) -> Option<String> {
    let unit = tokens.first().filter(|unit| unit.unit.is_some_and(is_weighed))?;
    let share = share(line, tokens, 1, language).filter(|share| share.is_word && share.is_linked)?;
    let (before, unit) = (line.span(..unit.start), line.span(unit.start..unit.end));
    Some(format!("{before}1 {} {unit}{}", share.text, line.span(share.end..)))
}

struct Share {
    text: String,
    end: usize,
    is_word: bool,
    /// Whether a linking word such as "of" follows.
    is_linked: bool,
    /// Whether a unit follows, so that the share is a separate amount.
    has_unit: bool,
}

/// The share at `at`; `None` before an article ("and half an onion" is a different ingredient).
fn share(line: &str, tokens: &[Token], at: usize, language: Option<Language>) -> Option<Share> {
    let is = |at: usize, class| tokens.get(at).is_some_and(|token: &Token| token.is(class));
    let has_and = is(at, Class::AND);
    let behind_and = at.saturating_add(usize::from(has_and));
    let has_article = has_and && tokens.get(behind_and).is_some_and(|token| is_article(token, language));
    let place = behind_and.saturating_add(usize::from(has_article));
    let token = tokens.get(place)?;
    let written = line.span(token.start..token.end);
    let in_digits = exact_amount(token).filter(|share| *share < Ratio::from_integer(1) && !has_article);
    let in_words = || share_in_words(written, language).filter(|_| has_and);
    let is_word = in_digits.is_none();
    let text = if is_word { fraction::mixed(in_words()?) } else { written.to_owned() };
    let next = place.saturating_add(1);
    let has_unit = tokens.get(next).is_some_and(|next| next.unit.is_some());
    let share = Share { text, end: token.end, is_word, is_linked: is(next, Class::LINK), has_unit };
    (!tokens.get(next).is_some_and(|next| is_article(next, language))).then_some(share)
}

fn whole_number(line: &str, token: &Token, language: Option<Language>) -> Option<String> {
    if token.is_amount() {
        return exact_amount(token)?.is_integer().then(|| line.span(token.start..token.end).to_owned());
    }
    if is_article(token, language) {
        return Some("1".to_owned());
    }
    let (numerator, denominator) = lexicon::entry(token.hash)?.numeral(language)?;
    (denominator == 1).then(|| numerator.to_string())
}

/// Whether the token is an article in the line's language. The French "à" is normalized to "a", the English
/// article.
fn is_article(token: &Token, language: Option<Language>) -> bool {
    lexicon::entry(token.hash).is_some_and(|entry| entry.own_classes(language) & Class::ARTICLE != 0)
}

/// Value of a word in the line's language, else in French or Spanish.
fn share_in_words(word: &str, language: Option<Language>) -> Option<Ratio<u64>> {
    let entry = lexicon::entry(fold::hash(word))?;
    [language, Some(Language::Fr), Some(Language::Es)].into_iter().find_map(|language| {
        let (numerator, denominator) = entry.numeral(language)?;
        (numerator < denominator).then(|| Ratio::new(u64::from(numerator), u64::from(denominator)))
    })
}

/// Gives a range one unit: "750g-1kg" becomes "750-1000g".
fn with_range_joined(line: &str, tokens: &[Token], _: Option<Language>) -> Option<String> {
    tokens.windows(5).find_map(|five| {
        let [low, unit, between, high, again] = five else { return None };
        let is_range = between.kind == Kind::Dash || between.is(Class::RANGE);
        let (own, other) = (unit.unit.filter(|_| is_range)?, again.unit?);
        let (from, to) = (exact_amount(low)?, multiplied(exact_amount(high)?, times(own, other)?)?);
        let high = if own == other {
            line.span(high.start..high.end).to_owned()
        } else {
            to.is_integer().then(|| to.to_string())?
        };
        let ends = format!("{}{}-{high}", line.span(..low.start), line.span(low.start..low.end));
        (from < to).then(|| ends + line.span(low.end..unit.end) + line.span(again.end..))
    })
}

/// Factor from `own` to `other`: 1, 10, 100 or 1000.
fn times(own: Unit, other: Unit) -> Option<u64> {
    let of_ten =
        |own: f64, other: f64| [10_u64, 100, 1000].into_iter().find(|times| own * *times as f64 == other);
    match (own.size(), other.size()) {
        _ if own == other => is_weighed(own).then_some(1),
        (Size::Mass { grams: own }, Size::Mass { grams: other }) => of_ten(own, other),
        (Size::Volume { millilitres: own }, Size::Volume { millilitres: other }) => of_ten(own, other),
        _ => None,
    }
}

/// Splits "1 – 15 oz can": it is one can, not a range.
fn with_containers_counted(line: &str, tokens: &[Token], language: Option<Language>) -> Option<String> {
    const MIN_TIMES: u64 = 4;
    tokens.windows(3).find_map(|three| {
        let [range, size, container] = three else { return None };
        let (Kind::Amount(low, high), Some(unit)) = (range.kind, size.unit) else { return None };
        let (low, high) = (low.ratio()?, high.ratio()?);
        let is_count = low.is_integer() && multiplied(low, MIN_TIMES)? <= high;
        let is_sized = match unit.size() {
            Size::Mass { .. } | Size::Volume { .. } => {
                container.unit.is_some_and(|container| container.size() == Size::Count)
            }
            Size::Length { .. } => true,
            Size::Count => false,
        };
        let (end, start) = quantity::amount(line.span(range.start..range.end), language)?.between;
        let written = line.span(range.start..range.end);
        let has_dash = written.span(end..start).contains(quantity::is_dash);
        let counted =
            || format!("{}{} {}", line.span(..range.start), written.span(..end), written.span(start..));
        (is_count && is_sized && has_dash && low < high).then(|| counted() + line.span(range.end..))
    })
}

fn exact_amount(token: &Token) -> Option<Ratio<u64>> {
    match token.kind {
        Kind::Amount(low, high) if low == high => low.ratio(),
        _ => None,
    }
}

fn is_weighed(unit: Unit) -> bool {
    matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. })
}

fn multiplied(number: Ratio<u64>, times: u64) -> Option<Ratio<u64>> {
    number.checked_mul(&Ratio::from_integer(times))
}
