//! Parses amounts in digits: length in the text and exact value.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::span::Span;
use num_rational::Ratio;

use crate::Language;
use crate::fold;
use crate::fraction::vulgar_fraction;
use crate::lexicon::{self, Class};

const MAX_DIGITS: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) len: usize,
    /// End of the lower number and start of the upper number; both are `len` without a range.
    pub(crate) between: (usize, usize),
    pub(crate) low: Number,
    pub(crate) high: Number,
}

/// `whole + numerator / denominator`. Denominator 0 marks an invalid number ("1/0", too many digits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    whole: u64,
    numerator: u64,
    denominator: u64,
}

impl Number {
    const NONE: Self = Self { whole: 0, numerator: 0, denominator: 0 };

    pub(crate) fn whole(whole: u64) -> Self {
        Self { whole, numerator: 0, denominator: 1 }
    }

    pub(crate) fn fraction(numerator: u64, denominator: u64) -> Self {
        Self { whole: 0, numerator, denominator }
    }

    fn plus_whole(self, whole: Self) -> Self {
        if whole.denominator == 1 && whole.numerator == 0 {
            Self { whole: whole.whole, ..self }
        } else {
            Self::NONE
        }
    }

    pub(crate) fn ratio(self) -> Option<Ratio<u64>> {
        let whole = self.whole.checked_mul(self.denominator)?;
        let numerator = whole.checked_add(self.numerator)?;
        (self.denominator > 0).then(|| Ratio::new(numerator, self.denominator))
    }
}

/// Amount at the start: `2`, `1,5`, `.5`, `1 1/2`, `1½`, `1 and 1/2`, `2-3`, `2 to 3`, `2- to 3`, `200/250`.
pub(crate) fn amount(text: &str, language: Option<Language>) -> Option<Amount> {
    if let Some(range) = slash_range(text) {
        return Some(range);
    }
    let (low, len) = number(text, language)?;
    Some(match range(text, len, language) {
        Some((high, start, end)) => match hyphened_mixed(text.span(..end), len, low, high) {
            Some(mixed) => Amount { len: end, between: (end, end), low: mixed, high: mixed },
            // Invalid: written with fractions, the range "1-.5" would be "1-1/2", which is read as one and a
            // half.
            None if matches!(text.span(len..start), "-" | "‐" | "‑")
                && high.whole == 0
                && high.ratio() < low.ratio() =>
            {
                Amount { len: end, between: (end, end), low: Number::NONE, high: Number::NONE }
            }
            None => Amount { len: end, between: (len, start), low, high },
        },
        None => Amount { len, between: (len, len), low, high: low },
    })
}

/// A range such as "200/250": fractions in recipes are in lowest terms.
fn slash_range(text: &str) -> Option<Amount> {
    const MIN_REDUCIBLE: u64 = 5;
    let low_len = digits(text)?;
    let (high, len) = after_slash(text, low_len)?;
    let low = read_whole(text.span(..low_len));
    let is_reducible = high > 0 && *Ratio::new(low.whole, high).denom() < high;
    let is_range = low.whole >= MIN_REDUCIBLE && low.whole < high && is_reducible;
    let start = len.saturating_sub(text.span(..len).bytes().rev().take_while(u8::is_ascii_digit).count());
    is_range.then(|| Amount { len, between: (low_len, start), low, high: Number::whole(high) })
}

/// The mixed number in "1-1/2": one and a half, not a range.
fn hyphened_mixed(text: &str, low_len: usize, low: Number, high: Number) -> Option<Number> {
    let is_whole = text.span(..low_len).bytes().all(|digit| digit.is_ascii_digit());
    let fraction = text.span(low_len..).strip_prefix(['-', '‐', '‑'])?;
    let is_glued = fraction.starts_with(|c: char| !c.is_whitespace());
    let is_share = high.whole == 0 && high.numerator > 0 && high.numerator < high.denominator;
    let is_fraction = !fraction.contains(['.', ',']);
    (is_whole && is_glued && is_share && is_fraction && low.whole > 0).then(|| high.plus_whole(low))
}

/// A number, also mixed or a fraction, and its length.
pub(crate) fn number(text: &str, language: Option<Language>) -> Option<(Number, usize)> {
    if let Some((value, len)) = glyph(text) {
        return Some((value, len));
    }
    let Some(digits) = digits(text) else {
        // ".5" without a digit before it.
        let decimals = digits(text.strip_prefix('.')?)?;
        return Some((decimal("0", text.span(1..=decimals)), decimals.saturating_add(1)));
    };
    let whole = read_whole(text.span(..digits));
    if let Some((denominator, len)) = after_slash(text, digits) {
        let glued = glued(text.span(..len), whole.whole, denominator);
        let fraction = glued.unwrap_or(Number::fraction(whole.whole, denominator));
        return Some((if whole == Number::NONE { whole } else { fraction }, len));
    }
    // Mixed number: "1 1/2", "1 ½", "1½", "1 and ½".
    let gap = blanks(text.span(digits..));
    let behind = digits.saturating_add(gap);
    let at = if gap > 0 { behind.saturating_add(joining_word(text.span(behind..))) } else { behind };
    if let Some((fraction, len)) = glyph(text.span(at..)) {
        let end = at.saturating_add(len);
        if at > digits && is_thickness(text.span(end..)) {
            return Some((whole, digits));
        }
        return Some((fraction.plus_whole(whole), end));
    }
    if at > digits
        && let Some(numerator) = self::digits(text.span(at..))
        && let Some((denominator, len)) = after_slash(text.span(at..), numerator)
    {
        if is_thickness(text.span(at.saturating_add(len)..)) {
            return Some((whole, digits));
        }
        let fraction =
            Number::fraction(read_whole(text.span(at..at.saturating_add(numerator))).whole, denominator);
        return Some((fraction.plus_whole(whole), at.saturating_add(len)));
    }
    Some(grouped(text, digits, language))
}

/// Mixed number without its space: "11/2" is one and a half. `None` if it is not a usual kitchen fraction.
fn glued(text: &str, digits: u64, denominator: u64) -> Option<Number> {
    let (whole, numerator) = (digits / 10, digits % 10);
    let is_written_together = !text.contains(char::is_whitespace) && !text.starts_with('0');
    let is_kitchen_fraction = match denominator {
        3 => matches!(numerator, 1 | 2),
        2 | 4 | 8 => numerator < denominator && numerator % 2 == 1,
        _ => false,
    };
    let is_glued = is_written_together && is_kitchen_fraction && (1..100).contains(&whole);
    is_glued.then(|| Number::fraction(numerator, denominator).plus_whole(Number::whole(whole)))
}

/// Whether a thickness follows: the amount of "6 ¼-inch-thick slices" is 6.
fn is_thickness(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| is_dash(c) || c == ' ');
    let unit = ["inch", "in.", "in"].iter().find_map(|unit| rest.strip_prefix(*unit));
    let behind = unit.map(|rest| rest.trim_start_matches(|c: char| is_dash(c) || c == ' '));
    behind.is_some_and(|rest| rest.starts_with("thick"))
}

/// Decimals and thousands separators: "1.5", "1,5", "1,000"; in French and Spanish "1.000" and "1 000".
fn grouped(text: &str, digits: usize, language: Option<Language>) -> (Number, usize) {
    let whole = text.span(..digits);
    let romance = matches!(language, Some(Language::Es | Language::Fr));
    let Some(mark) = text.span(digits..).chars().next() else {
        return (read_whole(whole), digits);
    };
    let after = text.span(digits.saturating_add(mark.len_utf8())..);
    let more = self::digits(after).unwrap_or_default();
    let end = digits.saturating_add(mark.len_utf8()).saturating_add(more);
    // Thousands have one to three digits that do not start with zero, then exactly three digits.
    let thousands = more == 3 && digits <= 3 && !whole.starts_with('0');
    match mark {
        '.' | ',' if more > 0 => {
            let groups = if romance { '.' } else { ',' };
            if thousands && mark == groups {
                // "1,000,000" is one token, but not an amount.
                return match text.span(end..).strip_prefix(mark).and_then(self::digits) {
                    Some(rest) => (Number::NONE, end.saturating_add(1).saturating_add(rest)),
                    None => (join_thousands(whole, after.span(..3)), end),
                };
            }
            (decimal(whole, after.span(..more)), end)
        }
        ' ' | '\u{a0}' | '\u{202f}' if thousands && romance => (join_thousands(whole, after.span(..3)), end),
        _ => (read_whole(whole), digits),
    }
}

fn join_thousands(whole: &str, rest: &str) -> Number {
    Number::whole(read_whole(whole).whole.saturating_mul(1000).saturating_add(read_whole(rest).whole))
}

fn decimal(whole: &str, decimals: &str) -> Number {
    let (whole, fraction) = (read_whole(whole), read_whole(decimals));
    if fraction.denominator == 0 {
        return Number::NONE;
    }
    // At most nine digits, so the power does not overflow.
    let denominator = decimals.bytes().fold(1_u64, |power, _| power.saturating_mul(10));
    Number::fraction(fraction.whole, denominator).plus_whole(whole)
}

fn read_whole(digits: &str) -> Number {
    if digits.len() > MAX_DIGITS {
        return Number::NONE;
    }
    digits.parse().map_or(Number::NONE, Number::whole)
}

/// The number after a slash, and its end; the numerator has `numerator` digits.
fn after_slash(text: &str, numerator: usize) -> Option<(u64, usize)> {
    let slash_at = numerator.saturating_add(blanks(text.span(numerator..)));
    let slash = text.span(slash_at..).chars().next().filter(|c| matches!(c, '/' | '⁄' | '∕'))?;
    let after = slash_at.saturating_add(slash.len_utf8());
    let after = after.saturating_add(blanks(text.span(after..)));
    let len = digits(text.span(after..))?;
    let end = after.saturating_add(len);
    Some((read_whole(text.span(after..end)).whole, end))
}

/// The upper number of a range, after the first `low` bytes, with its start and end.
fn range(text: &str, low: usize, language: Option<Language>) -> Option<(Number, usize, usize)> {
    let rest = text.span(low..);
    let mut at = blanks(rest);
    let mut joined = false;
    if let Some(dash) = rest.span(at..).chars().next().filter(|c| is_dash(*c)) {
        at = at.saturating_add(dash.len_utf8());
        at = at.saturating_add(blanks(rest.span(at..)));
        joined = true;
    }
    // "2- to 3-pound" has both a hyphen and a word.
    if at > 0 {
        // Range words have at most four bytes.
        let blank =
            rest.span(at..).char_indices().take(5).find(|(_, c)| c.is_whitespace() || c.is_ascii_digit());
        let word = blank.map_or(0, |(len, _)| len);
        if word > 0 && is_range_word(rest.span(at..at.saturating_add(word))) {
            at = at.saturating_add(word);
            at = at.saturating_add(blanks(rest.span(at..)));
            joined = true;
        }
    }
    if !joined {
        return None;
    }
    let (high, len) = number(rest.span(at..), language)?;
    let start = low.saturating_add(at);
    Some((high, start, start.saturating_add(len)))
}

fn is_range_word(word: &str) -> bool {
    lexicon::entry(fold::hash(word)).is_some_and(|entry| entry.classes(None) & Class::RANGE != 0)
}

/// Length of a word at the start that joins a number and a fraction: "1 and 1/2".
fn joining_word(text: &str) -> usize {
    ["and ", "& ", "et ", "y "].iter().find(|word| text.starts_with(**word)).map_or(0, |word| word.len())
}

pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '‒' | '–' | '—' | '−' | '~')
}

fn digits(text: &str) -> Option<usize> {
    let len = text.bytes().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    (len > 0).then_some(len)
}

fn blanks(text: &str) -> usize {
    text.len().saturating_sub(text.trim_start().len())
}

fn glyph(text: &str) -> Option<(Number, usize)> {
    let c = text.chars().next()?;
    let (numerator, denominator) = vulgar_fraction(c)?;
    Some((Number::fraction(u64::from(numerator), u64::from(denominator)), c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amount_is_parsed_with_its_extent_and_value() {
        use Language::{En, Es, Fr};
        let plain = |numerator, denominator| {
            Some((Ratio::new(numerator, denominator), Ratio::new(numerator, denominator)))
        };
        let range = |low, high: (u64, u64)| Some((Ratio::from_integer(low), Ratio::new(high.0, high.1)));
        for (text, language, written, expected) in [
            ("2 cups", En, "2", plain(2, 1)),
            ("1 1/2 cups", En, "1 1/2", plain(3, 2)),
            ("1½ cups", En, "1½", plain(3, 2)),
            ("1 ½ cups", En, "1 ½", plain(3, 2)),
            ("1 and 1/2 cups", En, "1 and 1/2", plain(3, 2)),
            ("1 and cups", En, "1", plain(1, 1)),
            ("⅚", En, "⅚", plain(5, 6)),
            ("1⁄2", En, "1⁄2", plain(1, 2)),
            ("1 / 2 l", En, "1 / 2", plain(1, 2)),
            ("11/2 cups", En, "11/2", plain(3, 2)),
            ("2-21/2 lb", En, "2-21/2", range(2, (5, 2))),
            ("12⁄3 cups", En, "12⁄3", plain(5, 3)),
            ("11 / 2", En, "11 / 2", plain(11, 2)),
            ("12/4", En, "12/4", plain(3, 1)),
            ("3/2", En, "3/2", plain(3, 2)),
            ("11/16", En, "11/16", plain(11, 16)),
            (".5 oz", En, ".5", plain(1, 2)),
            ("0.25", En, "0.25", plain(1, 4)),
            ("1,5 kg", Es, "1,5", plain(3, 2)),
            ("1,5 kg", En, "1,5", plain(3, 2)),
            ("1,000 g", En, "1,000", plain(1000, 1)),
            ("1,000 g", Fr, "1,000", plain(1, 1)),
            ("1.000 g", Es, "1.000", plain(1000, 1)),
            ("1.000 g", En, "1.000", plain(1, 1)),
            ("0,125 l", Fr, "0,125", plain(1, 8)),
            ("1 000 g", Fr, "1 000", plain(1000, 1)),
            ("1 400 g tin", En, "1", plain(1, 1)),
            ("1,000,000 g", En, "1,000,000", None),
            ("2-3", En, "2-3", range(2, (3, 1))),
            ("2 – 3½", En, "2 – 3½", range(2, (7, 2))),
            ("2 to 3", En, "2 to 3", range(2, (3, 1))),
            ("2 à 3", Fr, "2 à 3", range(2, (3, 1))),
            ("2 to3", En, "2 to3", range(2, (3, 1))),
            ("2- to 3-pound", En, "2- to 3", range(2, (3, 1))),
            ("200/250 g", Fr, "200/250", range(200, (250, 1))),
            ("6/8 eggs", En, "6/8", range(6, (8, 1))),
            ("1-1/2 tsp", En, "1-1/2", plain(3, 2)),
            ("2-½ tsp", En, "2-½", plain(5, 2)),
            ("2 to taste", En, "2", plain(2, 1)),
            ("4 1/2-inch-thick", En, "4", plain(4, 1)),
            ("5 ½-inch thick", En, "5", plain(5, 1)),
            ("5 ½-inch piece", En, "5 ½", plain(11, 2)),
            ("1½-inch-thick", En, "1½", plain(3, 2)),
            ("2-inch", En, "2", plain(2, 1)),
            ("1/0 cup", En, "1/0", None),
            ("1 1/0 cup", En, "1 1/0", None),
            ("12345678901 g", En, "12345678901", None),
            ("12345678901/2 g", En, "12345678901/2", None),
            ("0.12345678901 g", En, "0.12345678901", None),
        ] {
            let amount = amount(text, Some(language)).unwrap();
            assert_eq!(&text[..amount.len], written, "{text:?}");
            assert_eq!(amount.low.ratio().zip(amount.high.ratio()), expected, "{text:?}");
        }
        for text in ["", "cup", "-2", ".", "%", "½".get(..1).unwrap_or("x")] {
            assert_eq!(amount(text, None), None, "{text:?}");
        }
    }
}
