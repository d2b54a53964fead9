//! An ingredient line becomes amount, unit and name.

use crate::lexicon::{self, Lexicon, fold};
use crate::quantity::leading_amount;
use crate::{Ingredient, Language};

/// A longer aside than this is a note of the cook, not a second amount.
const LONGEST_ASIDE_BYTES: usize = 40;

/// Reads one line of plain text.
///
/// Amount, unit and name are stretches of the line as it stands; `text` is always the whole line without the blanks
/// around it. A line that does not start with an amount keeps everything as its name. A second amount ("/½oz",
/// "(240 ml)") stays in `text` only. `language` says whose words count first; the other languages help out.
#[must_use]
pub fn read(line: &str, language: Option<Language>) -> Ingredient {
    let text = line.trim();
    let lexicons = lexicon::in_order(language);
    let body = text.trim_start_matches(is_bullet);
    parts(body, &lexicons).map_or_else(
        || Ingredient { name: body.to_owned(), text: text.to_owned(), ..Ingredient::default() },
        |parts| Ingredient {
            name: parts.name.to_owned(),
            quantity: parts.quantity.to_owned(),
            unit: parts.unit.to_owned(),
            text: text.to_owned(),
            ..Ingredient::default()
        },
    )
}

struct Parts<'a> {
    quantity: &'a str,
    unit: &'a str,
    name: &'a str,
}

fn parts<'a>(body: &'a str, lexicons: &[&Lexicon]) -> Option<Parts<'a>> {
    let amount = leading_amount(body, lexicons, |rest| unit_length(rest, lexicons).is_some())?;
    let quantity = &body[..amount];
    let counted = body[amount..].trim_start();
    let at_unit = skip_aside(counted);
    let Some(unit_len) = unit_length(at_unit, lexicons) else {
        let name = tidy(at_unit);
        return (!name.is_empty()).then_some(Parts { quantity, unit: "", name });
    };
    let after = skip_second_amount(at_unit[unit_len..].trim_start(), lexicons);
    let name = tidy(skip_link(after, lexicons));
    if name.is_empty() {
        // "2 cloves": what is counted is all there is to buy.
        let name = tidy(at_unit);
        return (!name.is_empty()).then_some(Parts { quantity, unit: "", name });
    }
    Some(Parts { quantity, unit: &at_unit[..unit_len], name })
}

/// The length of the unit that `text` starts with, a modifier before it included ("heaped tbsp").
fn unit_length(text: &str, lexicons: &[&Lexicon]) -> Option<usize> {
    if let Some(len) = plain_unit_length(text, lexicons) {
        return Some(len);
    }
    let (word, end) = next_word(text)?;
    let word = fold(word);
    if !lexicons.iter().any(|lexicon| lexicon.modifiers.contains(&word)) {
        return None;
    }
    let gap = text[end..].len() - text[end..].trim_start().len();
    (gap > 0).then(|| plain_unit_length(&text[end + gap..], lexicons).map(|len| end + gap + len))?
}

/// The longest unit wins: "cucharada sopera" before "cucharada".
fn plain_unit_length(text: &str, lexicons: &[&Lexicon]) -> Option<usize> {
    let most_words = lexicons.iter().map(|lexicon| lexicon.longest_unit).max().unwrap_or_default();
    let mut ends = Vec::with_capacity(most_words);
    let mut folded = String::new();
    let mut forms = Vec::with_capacity(most_words);
    let mut at = 0;
    while forms.len() < most_words {
        let gap = text[at..].len() - text[at..].trim_start().len();
        let Some((word, len)) = next_word(&text[at + gap..]) else { break };
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(&fold(word));
        at += gap + len;
        forms.push(folded.clone());
        ends.push(at);
    }
    lexicons.iter().find_map(|lexicon| {
        forms.iter().zip(&ends).rev().find(|(form, _)| lexicon.unit(form).is_some()).map(|(_, end)| *end)
    })
}

/// The next word without its plural in brackets, and the length with it: "cuillère(s)" gives "cuillère" and all of it.
fn next_word(text: &str) -> Option<(&str, usize)> {
    let len = text.find(|c: char| !(c.is_alphabetic() || c == '.')).unwrap_or(text.len());
    if len == 0 || text.starts_with('.') {
        return None;
    }
    let plural = ["(s)", "(es)"].iter().find(|ending| text[len..].starts_with(**ending));
    Some((&text[..len], len + plural.map_or(0, |ending| ending.len())))
}

/// Skips a size in brackets before the unit: "1 (14 oz) can".
fn skip_aside(text: &str) -> &str {
    if !text.starts_with('(') || !text[1..].trim_start().starts_with(|c: char| c.is_numeric() || c == '~') {
        return text;
    }
    match text.find(')') {
        Some(end) if end <= LONGEST_ASIDE_BYTES => text[end + 1..].trim_start(),
        _ => text,
    }
}

/// Skips the same amount said once more in another unit: "/½oz", "/ 9 fl oz", "(240 ml)".
fn skip_second_amount<'a>(text: &'a str, lexicons: &[&Lexicon]) -> &'a str {
    let slashed = text.strip_prefix('/').and_then(|after| {
        let after = after.trim_start();
        let amount = leading_amount(after, lexicons, |rest| unit_length(rest, lexicons).is_some())?;
        let at_unit = after[amount..].trim_start();
        unit_length(at_unit, lexicons).map(|unit| at_unit[unit..].trim_start())
    });
    skip_aside(slashed.unwrap_or(text))
}

fn skip_link<'a>(text: &'a str, lexicons: &[&Lexicon]) -> &'a str {
    let word_end = text.find(|c: char| c.is_whitespace() || c == '\'' || c == '’');
    let Some(word_end) = word_end else { return text };
    let glued = text[word_end..].chars().next().filter(|c| !c.is_whitespace());
    let end = word_end + glued.map_or(0, char::len_utf8);
    let word = fold(&text[..end]);
    let is_link = lexicons.iter().any(|lexicon| lexicon.links.contains(&word));
    if is_link { text[end..].trim_start() } else { text }
}

/// Takes off what is left hanging at both ends when the amount is gone.
fn tidy(name: &str) -> &str {
    let is_loose = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    name.trim_start_matches(|c: char| is_loose(c) || matches!(c, '-' | '–' | '.')).trim_end_matches(is_loose)
}

fn is_bullet(c: char) -> bool {
    c.is_whitespace() || matches!(c, '•' | '·' | '▢' | '□' | '☐' | '◦' | '●' | '○' | '■' | '*' | '-' | '–')
}
