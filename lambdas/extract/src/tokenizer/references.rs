//! Character references: `&amp;`, `&#x27;`, and names without semicolon.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use html5ever::tendril::StrTendril;
use recipe::Span;

/// Where the reference is. In attributes, a name without semicolon before a letter, digit or `=` is probably
/// part of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Text,
    Attribute,
}

const LONGEST_NAME: usize = 32;

pub(super) fn read(text: &str, within: Within) -> Option<(usize, StrTendril)> {
    let behind = text.strip_prefix('&')?;
    match behind.strip_prefix('#') {
        Some(number) => numeric(number).map(|(length, c)| (2 + length, StrTendril::from_char(c))),
        None => named(behind, within).map(|(length, text)| (1 + length, text)),
    }
}

fn numeric(text: &str) -> Option<(usize, char)> {
    let (radix, marker) = if text.starts_with(['x', 'X']) { (16, 1) } else { (10, 0) };
    let digits = text.span(marker..);
    let count = digits.bytes().take_while(|b| char::from(*b).is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    // The value saturates above the last code point.
    let value = digits.bytes().take(count).fold(0u32, |value, b| {
        let digit = char::from(b).to_digit(radix).unwrap_or_default();
        value.saturating_mul(radix).saturating_add(digit).min(0x11_0000)
    });
    let semicolon = usize::from(digits.as_bytes().get(count) == Some(&b';'));
    Some((marker + count + semicolon, character(value)))
}

fn character(value: u32) -> char {
    let replaced = value.checked_sub(0x80).and_then(|at| C1_REPLACEMENTS.get(at as usize)).copied().flatten();
    match value {
        0 => '\u{fffd}',
        value => replaced.or_else(|| char::from_u32(value)).unwrap_or('\u{fffd}'),
    }
}

fn named(text: &str, within: Within) -> Option<(usize, StrTendril)> {
    let is_name = |b: &u8| b.is_ascii_alphanumeric();
    let letters = text.bytes().take(LONGEST_NAME).take_while(|b| is_name(b)).count();
    let length = letters + usize::from(text.as_bytes().get(letters) == Some(&b';'));
    // The longest name; prefixes of names have the value 0.
    let (length, (first, second)) = (1..=length).rev().find_map(|length| {
        let found = NAMED_ENTITIES.get(text.span(..length)).filter(|(first, _)| *first != 0)?;
        Some((length, *found))
    })?;
    let has_semicolon = text.as_bytes().get(length - 1) == Some(&b';');
    let next = text.as_bytes().get(length);
    if within == Within::Attribute && !has_semicolon && next.is_some_and(|b| *b == b'=' || is_name(b)) {
        return None;
    }
    let mut decoded = StrTendril::new();
    for value in [first, second] {
        if let Some(c) = char::from_u32(value).filter(|c| *c != '\0') {
            decoded.push_char(c);
        }
    }
    Some((length, decoded))
}
