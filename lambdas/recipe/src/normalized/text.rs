//! Text-based rules that normalize a line before it is split into tokens.

use crate::Language;
use crate::fraction::vulgar_fraction;
use crate::lexicon;
use crate::span::Span;
use crate::unit::{Size, Unit};

/// Returns the changed line; `None` if unchanged.
type Rule = fn(&str, Option<Language>) -> Option<String>;

pub(super) const RULES: [Rule; 5] =
    [without_item_number, without_links, without_mojibake, without_ordinal_endings, with_decimals_joined];

/// Removes a list number: "3) Rice – 2 cups", "3.Rice - 2 cups", "3. 4 eggs".
fn without_item_number(line: &str, language: Option<Language>) -> Option<String> {
    let number = line.find(|c: char| !c.is_ascii_digit()).filter(|digits| (1..=2).contains(digits))?;
    let behind = line.span(number..);
    let rest = behind.strip_prefix([')', '.'])?;
    let item = rest.trim_start();
    let is_amount = |c: char| c.is_ascii_digit() || vulgar_fraction(c).is_some();
    let is_item = if behind.starts_with(')') {
        true
    } else if item.starts_with(is_amount) {
        rest.len() > item.len()
    } else {
        // In "2. cups", the number is the amount; in "2. eggs", it may be.
        let is_glued = rest.len() == item.len();
        let word = item.span(..item.find(|c: char| !c.is_alphabetic()).unwrap_or(item.len()));
        !word.is_empty() && lexicon::unit(word, language).is_none() && (is_glued || item.contains(is_amount))
    };
    is_item.then(|| item.to_owned())
}

/// Replaces links with their text: "[pizza dough | https://…]", "[pizza dough](https://…)", "pizza dough
/// https://…".
fn without_links(line: &str, _: Option<Language>) -> Option<String> {
    const SCHEME_END: &str = "://";
    let mut plain = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(SCHEME_END) {
        let before = rest.span(..at).trim_end_matches(|c: char| c.is_ascii_alphabetic());
        if before.len() == at {
            break;
        }
        let link = rest.span(at..);
        let length = link
            .find(|c: char| c.is_whitespace() || matches!(c, ')' | ']' | '>' | ','))
            .unwrap_or(link.len());
        let after = link.span(length..);
        let (shown, closed) = shown_text(before.trim_end(), after.trim_start());
        match (shown, closed) {
            (Some(Shown::Labelled(label)), Some(after)) => {
                let (text, label) = label.rsplit_once('[').unwrap_or((label, ""));
                plain.push_str(text);
                plain.push_str(label.trim());
                rest = after;
            }
            (Some(Shown::Bare(before)), Some(after)) => {
                plain.push_str(before.trim_end());
                rest = after;
            }
            _ => {
                plain.push_str(before);
                rest = after.trim_start();
            }
        }
    }
    (rest.len() < line.len()).then(|| (plain + rest).trim_end().to_owned())
}

enum Shown<'a> {
    Labelled(&'a str),
    Bare(&'a str),
}

fn shown_text<'a>(before: &'a str, after: &'a str) -> (Option<Shown<'a>>, Option<&'a str>) {
    if let Some(label) = before.strip_suffix("](") {
        return (Some(Shown::Labelled(label)), after.strip_prefix(')'));
    }
    if let Some(label) = before.strip_suffix('|') {
        return (Some(Shown::Labelled(label)), after.strip_prefix(']'));
    }
    (before.strip_suffix(['(', '[', '<']).map(Shown::Bare), after.strip_prefix([')', ']', '>']))
}

/// Removes a misdecoded byte before a fraction: "1Â¼".
fn without_mojibake(line: &str, _: Option<Language>) -> Option<String> {
    const FIRST_BYTE: char = 'Â';
    let is_torn =
        |at: usize| line.span(at..).chars().nth(1).is_some_and(|sign| vulgar_fraction(sign).is_some());
    let mut torn = line.match_indices(FIRST_BYTE).map(|(at, _)| at).filter(|at| is_torn(*at)).peekable();
    torn.peek()?;
    let mut repaired = String::with_capacity(line.len());
    let mut from = 0;
    for at in torn {
        repaired.push_str(line.span(from..at));
        from = at.saturating_add(FIRST_BYTE.len_utf8());
    }
    Some(repaired + line.span(from..))
}

fn without_ordinal_endings(line: &str, _: Option<Language>) -> Option<String> {
    for (slash, _) in line.match_indices('/') {
        let denominator = line.span(slash.saturating_add(1)..);
        let digits = denominator.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0);
        let Some((number, behind)) = digits.and_then(|digits| denominator.split_at_checked(digits)) else {
            continue;
        };
        let ending = behind.trim_start();
        let Some(rest) = ["th", "rd", "nd"].iter().find_map(|letters| ending.strip_prefix(*letters)) else {
            continue;
        };
        if !rest.starts_with(char::is_alphanumeric) {
            return Some(format!("{}/{number}{rest}", line.span(..slash)));
        }
    }
    None
}

/// Joins decimals in languages with decimal commas: "1, 250 kg".
fn with_decimals_joined(line: &str, language: Option<Language>) -> Option<String> {
    if !matches!(language, Some(Language::Es | Language::Fr)) {
        return None;
    }
    line.match_indices(", ").map(|(at, _)| at).find_map(|comma| {
        let whole = line.span(..comma);
        let digits = whole.len().saturating_sub(whole.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        let is_number = (1..=2).contains(&digits)
            && whole
                .span(..whole.len().saturating_sub(digits))
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace);
        let behind = line.span(comma.saturating_add(2)..);
        let decimals = behind.span(..behind.find(|c: char| !c.is_ascii_digit())?);
        let unit = behind.span(decimals.len()..).trim_start();
        let unit = unit.span(..unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len()));
        let is_whole_number = is_number && is_share_of(decimals, lexicon::unit(unit, language)?);
        is_whole_number.then(|| format!("{whole},{behind}"))
    })
}

/// Whether the decimals are plausible for the unit: "2,250 kg", but only ",5" for small units.
fn is_share_of(decimals: &str, unit: Unit) -> bool {
    const HALF: &str = "5";
    const LARGE: f64 = 400.0;
    match unit.size() {
        Size::Mass { grams: size } | Size::Volume { millilitres: size } => {
            decimals == HALF || size > LARGE && (1..=3).contains(&decimals.len())
        }
        Size::Length { .. } | Size::Count => false,
    }
}
