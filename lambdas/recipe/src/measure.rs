//! Extracts all amounts of a line as exact numbers.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::span::Span;
use num_rational::Ratio;
use num_traits::CheckedMul;

use crate::Language;
use crate::lexicon::{self, Class};
use crate::normalized::normalized;
use crate::token::{self, Kind, Token};
use crate::unit::{Size, Unit};

/// An amount of an ingredient.
///
/// Each measure states the *whole* amount: "2 x 400 g tins" is 2 cans and 800 g, "1 cup (240 ml)" is 1 cup
/// and 240 ml. One measure is enough for a calculation, plus those with `adds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Lower end of a range, or the amount.
    pub low: Ratio<u64>,
    /// Upper end of a range, else equal to `low`.
    pub high: Ratio<u64>,
    /// Unit; `None` if pieces are counted ("2 eggs").
    pub unit: Option<Unit>,
    /// Whether it adds to the previous measure ("1 cup plus 2 tablespoons", "2 lb 3 oz").
    pub adds: bool,
}

/// Amounts of a line, without those of another ingredient ("or 2 cups …", "soaked in 400 ml water").
pub(crate) fn measures(line: &str, language: Option<Language>) -> Vec<Measure> {
    let (_, tokens) = normalized(line, language);
    let mut reader = Reader { tokens: &tokens, language, found: Vec::new(), count: None, named: false };
    reader.read();
    let each = tokens.iter().any(|token| token.is(Class::EACH));
    let first = reader.found.first().copied();
    for index in 1..reader.found.len() {
        if let Some(count) = first.filter(|count| each && !is_weighed(count.unit)) {
            reader.multiply(index, count);
        }
    }
    reader.found.dedup();
    reader.found
}

/// Both ends of an amount that is the whole text: "3 o 4", "media docena".
pub(crate) fn amount_in_full(text: &str, language: Option<Language>) -> Option<(Ratio<u64>, Ratio<u64>)> {
    let tokens = token::tokens(text, language);
    let reader = Reader { tokens: &tokens, language, found: Vec::new(), count: None, named: false };
    let (low, high, after) = reader.value(0)?;
    (after == tokens.len()).then(|| (low.min(high), high.max(low)))
}

struct Reader<'a> {
    tokens: &'a [Token],
    language: Option<Language>,
    found: Vec<Measure>,
    /// Index in `found` of a number waiting for its counted unit: "2" in "2 (14 oz) cans".
    count: Option<usize>,
    named: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut depth = 0_usize;
        let mut at = 0_usize;
        while let Some(token) = self.tokens.get(at) {
            if let Some((low, high, after)) = self.value(at) {
                at = self.take(at, after, low.min(high), high.max(low));
                continue;
            }
            match token.kind {
                Kind::Open => depth = depth.saturating_add(1),
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Comma
                    if depth == 0 && !self.found.is_empty() && !self.is_amount_at(at.saturating_add(1)) =>
                {
                    return;
                }
                Kind::Word
                    if depth == 0
                        && self.named
                        && token.is(Class::OR | Class::WITH)
                        && !self.found.is_empty() =>
                {
                    return;
                }
                Kind::Word => self.word(token),
                _ => {}
            }
            at = at.saturating_add(1);
        }
    }

    fn word(&mut self, token: &Token) {
        if let Some(unit) = token.unit.filter(|unit| !is_weighed(Some(*unit)) && !self.named) {
            // "2 x 400 g tins": the 2 counts tins.
            if let Some(count) = self.count.take().and_then(|count| self.found.get_mut(count)) {
                count.unit = Some(unit);
            }
            return;
        }
        const BESIDE_THE_NAME: u32 =
            Class::LINK | Class::SIZE | Class::ROUGHLY | Class::PLUS | Class::AND | Class::OR;
        if !token.is(BESIDE_THE_NAME) && !is_times(token) {
            self.named = true;
            self.count = None;
        }
    }

    /// Adds the amount with number tokens `at..after`; returns the next index.
    fn take(&mut self, at: usize, after: usize, low: Ratio<u64>, high: Ratio<u64>) -> usize {
        let behind = (after..).zip(self.tokens.span(after..));
        let unit_at = behind
            .into_iter()
            .find(|(_, token)| !matches!(token.kind, Kind::Dash) && !token.is(Class::SIZE))
            .and_then(|(index, token)| Some((index, token.unit?)));
        let unit = unit_at.map(|(_, unit)| unit);
        let before = at.checked_sub(1).and_then(|index| self.tokens.get(index));
        // After the name a bare number counts only if unambiguous: "Eggs: 2", "(about 6)".
        let is_bare = unit.is_none() && self.named;
        let is_said = before.is_some_and(|before| before.kind == Kind::Open || before.is(Class::ROUGHLY));
        if is_bare && !is_said && (!self.found.is_empty() || after < self.tokens.len()) {
            return after;
        }
        let adds = !self.found.is_empty() && before.is_some_and(|before| self.adds(before, unit));
        self.found.push(Measure { low, high, unit, adds });
        let index = self.found.len().saturating_sub(1);
        match self.count.and_then(|count| self.found.get(count)).copied() {
            Some(count) if is_weighed(unit) => self.multiply(index, count),
            _ if unit.is_none() && !self.named => self.count = Some(index),
            _ => {}
        }
        unit_at.map_or(after, |(unit, _)| unit.saturating_add(1))
    }

    /// Whether an amount after `before` adds to the last one.
    fn adds(&self, before: &Token, unit: Option<Unit>) -> bool {
        if before.kind == Kind::Plus || before.is(Class::PLUS) {
            return true;
        }
        // Same dimension and smaller: "2 lb 3 oz", "1 cup and 2 tablespoons".
        let follows = before.unit.is_some() || (before.is(Class::AND) && !self.named);
        let smaller = |last: Unit, unit: Unit| match (last.size(), unit.size()) {
            (Size::Mass { grams: last }, Size::Mass { grams }) => grams < last,
            (Size::Volume { millilitres: last }, Size::Volume { millilitres }) => millilitres < last,
            _ => false,
        };
        let last = self.found.last().and_then(|last| last.unit);
        follows && last.zip(unit).is_some_and(|(last, unit)| smaller(last, unit))
    }

    fn multiply(&mut self, index: usize, count: Measure) {
        let Some(measure) = self.found.get_mut(index).filter(|measure| is_weighed(measure.unit)) else {
            return;
        };
        match measure.low.checked_mul(&count.low).zip(measure.high.checked_mul(&count.high)) {
            Some((low, high)) => (measure.low, measure.high) = (low, high),
            None => (measure.low, measure.high) = (Ratio::from_integer(0), Ratio::from_integer(0)),
        }
    }

    /// Number or range at `at`, in digits or words, and the next index.
    fn value(&self, at: usize) -> Option<(Ratio<u64>, Ratio<u64>, usize)> {
        let token = self.tokens.get(at)?;
        if let Kind::Amount(low, high) = token.kind {
            return Some((low.ratio()?, high.ratio()?, at.saturating_add(1)));
        }
        // "una docena": skip the article.
        if token.is(Class::ARTICLE)
            && let Some(number) = self.numeral(at.saturating_add(1))
        {
            return Some((number, number, at.saturating_add(2)));
        }
        let low = self.numeral(at)?;
        if self.tokens.get(at.saturating_add(1)).is_some_and(|next| next.is(Class::RANGE))
            && let Some(high) = self.numeral(at.saturating_add(2)).filter(|high| *high > low)
        {
            return Some((low, high, at.saturating_add(3)));
        }
        // "half a cup" is 1/2, "two dozen" is 24.
        let is_article = |at: usize| self.tokens.get(at).is_some_and(|next| next.is(Class::ARTICLE));
        let next = at.saturating_add(1);
        // "moitié d'un" is 1/2.
        let is_linked = low < Ratio::from_integer(1)
            && self.tokens.get(next).is_some_and(|next| next.is(Class::LINK))
            && is_article(next.saturating_add(1));
        let next = next.saturating_add(usize::from(is_linked));
        let after = next.saturating_add(usize::from(is_article(next)));
        if let Some(more) = self.numeral(after).filter(|more| *more > Ratio::from_integer(9))
            && let Some(product) = low.checked_mul(&more)
        {
            return Some((product, product, after.saturating_add(1)));
        }
        Some((low, low, after))
    }

    fn numeral(&self, at: usize) -> Option<Ratio<u64>> {
        let token = self.tokens.get(at)?;
        if token.is(Class::ARTICLE) {
            // "a pinch", "a 400 g tin", but not "a few".
            let next = self.tokens.get(at.saturating_add(1))?;
            let sized = next.is(Class::SIZE)
                && self.tokens.get(at.saturating_add(2)).is_some_and(|after| after.unit.is_some());
            return (next.unit.is_some() || next.is_amount() || sized).then(|| Ratio::from_integer(1));
        }
        if !token.is(Class::NUMERAL) {
            return None;
        }
        let (numerator, denominator) = lexicon::entry(token.hash)?.numeral(self.language)?;
        (denominator > 0).then(|| Ratio::new(u64::from(numerator), u64::from(denominator)))
    }

    /// Whether a weight or volume starts at `at`, after words such as "about".
    fn is_amount_at(&self, at: usize) -> bool {
        let Some((start, _)) =
            (at..).zip(self.tokens.span(at..)).find(|(_, token)| !token.is(Class::ROUGHLY | Class::PLUS))
        else {
            return false;
        };
        self.value(start)
            .is_some_and(|(.., after)| self.tokens.get(after).is_some_and(|unit| is_weighed(unit.unit)))
    }
}

fn is_weighed(unit: Option<Unit>) -> bool {
    unit.is_some_and(|unit| matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. }))
}

fn is_times(token: &Token) -> bool {
    token.end.saturating_sub(token.start) == 1 && token.hash == token::times() || token.is(Class::EACH)
}
