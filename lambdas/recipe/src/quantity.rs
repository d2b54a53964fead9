//! The amount at the start of an ingredient line, as a stretch of its text.

use crate::lexicon::{Lexicon, fold};

/// The length in bytes of the amount that `text` starts with: `2`, `1,5`, `1 1/2`, `1½`, `2-3`, `2 to 3`, `two`.
///
/// `None` when there is none, or when the number belongs to a word: `2% milk`, `5-spice`, `7up`.
/// `before_unit` tells whether what follows a position is a unit: `a pinch` has an amount, `a few` has not.
pub(crate) fn leading_amount(
    text: &str,
    lexicons: &[&Lexicon],
    before_unit: impl Fn(&str) -> bool,
) -> Option<usize> {
    let end = match number(text) {
        Some(low) => range_end(text, low, lexicons).unwrap_or(low),
        None => return word_amount(text, lexicons, before_unit),
    };
    let rest = &text[end..];
    match rest.chars().next() {
        Some('%') => None,
        Some('-') if rest[1..].starts_with(char::is_alphabetic) => None,
        Some(c) if c.is_alphabetic() && !before_unit(rest) => None,
        _ => Some(end),
    }
}

/// The length of one number at the start of `text`, mixed numbers and fractions included.
fn number(text: &str) -> Option<usize> {
    if let Some(glyph) = text.chars().next().filter(|c| is_fraction_glyph(*c)) {
        return Some(glyph.len_utf8());
    }
    let whole = digits(text)?;
    if let Some(end) = fraction_tail(text, whole) {
        return Some(end);
    }
    // A mixed number: "1 1/2", "1 ½", "1½".
    let gap = blanks(&text[whole..]);
    let after = &text[whole + gap..];
    if let Some(glyph) = after.chars().next().filter(|c| is_fraction_glyph(*c)) {
        return Some(whole + gap + glyph.len_utf8());
    }
    if gap > 0
        && let Some(numerator) = digits(after)
        && let Some(end) = fraction_tail(after, numerator)
    {
        return Some(whole + gap + end);
    }
    // Decimals and grouped thousands: "1.5", "1,5", "1,000".
    let mut end = whole;
    while let Some(after) = text[end..].strip_prefix(['.', ','])
        && let Some(more) = digits(after)
    {
        end += 1 + more;
    }
    Some(end)
}

/// Where "1/2" ends when its first `numerator` bytes are digits.
fn fraction_tail(text: &str, numerator: usize) -> Option<usize> {
    let slash_at = numerator + blanks(&text[numerator..]);
    let slash = text[slash_at..].chars().next().filter(|c| matches!(c, '/' | '⁄' | '∕'))?;
    let after = slash_at + slash.len_utf8();
    let after = after + blanks(&text[after..]);
    Some(after + digits(&text[after..])?)
}

/// Where the range ends whose lower end is the first `low` bytes.
fn range_end(text: &str, low: usize, lexicons: &[&Lexicon]) -> Option<usize> {
    let gap = blanks(&text[low..]);
    let at = low + gap;
    let rest = &text[at..];
    let joiner = match rest.chars().next()? {
        dash @ ('-' | '‐' | '‑' | '–' | '—' | '−' | '~') => dash.len_utf8(),
        c if c.is_alphabetic() && gap > 0 => {
            let word_len = rest.find(char::is_whitespace)?;
            let word = fold(&rest[..word_len]);
            lexicons.iter().any(|lexicon| lexicon.ranges.contains(&word)).then_some(word_len)?
        }
        _ => return None,
    };
    let high_at = at + joiner + blanks(&rest[joiner..]);
    Some(high_at + number(&text[high_at..])?)
}

fn word_amount(text: &str, lexicons: &[&Lexicon], before_unit: impl Fn(&str) -> bool) -> Option<usize> {
    let len = text.find(char::is_whitespace)?;
    let word = fold(&text[..len]);
    let rest = text[len..].trim_start();
    // Only the first lexicon's numerals count: "once" is eleven in Spanish, an ounce in French, a time in English.
    let is_numeral = lexicons.first().is_some_and(|own| own.numerals.contains(&word));
    let is_article = || lexicons.iter().any(|lexicon| lexicon.articles.contains(&word)) && before_unit(rest);
    let is_amount = !rest.is_empty() && (is_numeral || is_article());
    is_amount.then_some(len)
}

fn digits(text: &str) -> Option<usize> {
    let len = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (len > 0).then_some(len)
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn is_fraction_glyph(c: char) -> bool {
    matches!(c, '¼'..='¾' | '⅐'..='⅞' | '↉')
}
