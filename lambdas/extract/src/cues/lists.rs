//! Finds ingredient lists without a heading, and lists within a sentence.

use super::folding::{fold_into, words_of};
use super::lines;
use super::patterns;
use super::phrases::PHRASES;

/// Maximum length of a list in one sentence.
pub(crate) const MAX_SENTENCE_LIST_BYTES: usize = 2_000;
const MIN_AMOUNTS: usize = 3;
const MIN_COUNTED: usize = 4;
/// Maximum lines without an amount, such as salt, pepper and oil, after the last amount.
const MAX_WITHOUT_AMOUNT: usize = 5;

/// Minimum parts before the last one, so that its "and" also separates.
const MIN_ENUMERATED: usize = 2;
const MIN_NAMED: usize = 3;
const MAX_WORDS_OF_A_NAME: usize = 6;

/// The range `(start, end)` of the list; `end` is exclusive.
pub(crate) fn list_in(lines: &[&str]) -> Option<(usize, usize)> {
    let amounts: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| lines::starts_with_amount(line))
        .map(|(at, line)| (at, *line))
        .collect();
    let with_unit = amounts.iter().filter(|(_, line)| lines::starts_with_unit_amount(line)).count();
    let ((start, first), (last, _)) = (*amounts.first()?, *amounts.last()?);
    // In a table row, the name may precede its amount.
    let start = if lines::is_bare_amount(first) { start.saturating_sub(1) } else { start };
    let end = lines.len().min(last + 1 + MAX_WITHOUT_AMOUNT);
    let enough = amounts.len() >= MIN_AMOUNTS
        && amounts.len() * 5 >= (end - start) * 2
        && with_unit * 4 >= amounts.len();
    (enough && with_unit >= 2).then_some((start, end))
}

/// The range `(start, end)` of a list with unknown units. Item numbers do not count as amounts.
pub(crate) fn counted_list_in(lines: &[&str]) -> Option<(usize, usize)> {
    let amounts: Vec<usize> = (0..lines.len())
        .filter(|at| {
            lines.get(*at).is_some_and(|line| lines::starts_with_amount(line) && !lines::is_bare_amount(line))
        })
        .collect();
    let (start, last) = (*amounts.first()?, *amounts.last()?);
    let end = lines.len().min(last + 1 + MAX_WITHOUT_AMOUNT);
    let number = |at: &usize| lines::leading_number(lines.get(*at).copied().unwrap_or_default());
    let is_numbering =
        amounts.array_windows().all(|[one, two]| number(two) == number(one).and_then(|n| n.checked_add(1)));
    (amounts.len() >= MIN_COUNTED && amounts.len() * 2 >= end - start && !is_numbering)
        .then_some((start, end))
}

/// Splits an enumeration at commas, semicolons and the last "and", but not in brackets or preparations: "1
/// cup butter, cut into pieces".
pub(crate) fn pieces(line: &str) -> Vec<&str> {
    let is_decimal = |before: &str, after: &str| {
        before.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_prepared = |before: &str, after: &str| {
        let next = after.split([',', ';']).next().unwrap_or_default();
        lines::starts_with_amount(before.trim_start()) && recipe::is_preparation(next)
    };
    let line = line.trim().trim_end_matches('.');
    let mut pieces = outside_brackets(line, |before, c, after| {
        matches!(c, ',' | ';') && !is_decimal(before, after) && !is_prepared(before, after)
    });
    let last = pieces.pop().unwrap_or_default();
    let is_enumerated = pieces.len() >= MIN_ENUMERATED;
    // Keeps items with a common amount: "zest and juice of 2 lemons".
    let shares_amount = |before: &str, after: &str| {
        !lines::has_number(before) && lines::has_number(after) && !lines::starts_with_amount(after)
    };
    let link =
        last_link(last).filter(|(before, after)| !patterns::is_pair(last) && !shares_amount(before, after));
    match link {
        Some((before, after)) if lines::starts_with_amount(after) || is_enumerated && !before.is_empty() => {
            pieces.extend([before, after]);
        }
        _ => pieces.push(last),
    }
    pieces.into_iter().map(without_link).filter(|piece| !piece.is_empty()).collect()
}

/// At least three parts of an enumeration, if half of them and at least `least_amounts` start with an amount.
pub(crate) fn enumerated(line: &str, least_amounts: usize) -> Option<Vec<&str>> {
    if line.len() > MAX_SENTENCE_LIST_BYTES {
        return None;
    }
    let is_list = |pieces: &Vec<&str>| {
        let amounts = pieces.iter().filter(|piece| lines::starts_with_amount(piece)).count();
        pieces.len() >= 3 && amounts >= least_amounts && amounts * 2 >= pieces.len()
    };
    [between_dashes(line), pieces(line)].into_iter().find(is_list)
}

pub(crate) fn names_several(line: &str) -> bool {
    let names = pieces(line);
    let is_name = |name: &&&str| {
        lines::starts_with_amount(name) || name.split_whitespace().nth(MAX_WORDS_OF_A_NAME).is_none()
    };
    let has_two_sentences =
        |name: &&str| name.split_once(". ").is_some_and(|(_, next)| next.starts_with(char::is_uppercase));
    let brief = names.iter().filter(is_name).count();
    names.len() >= MIN_NAMED && brief * 4 >= names.len() * 3 && !names.iter().any(has_two_sentences)
}

pub(crate) fn lists_amounts(line: &str) -> bool {
    let names = pieces(line);
    let amounts = names.iter().filter(|name| lines::starts_with_amount(name)).count();
    names.len() >= MIN_NAMED && amounts * 2 > names.len() && !line.ends_with(['.', '!'])
}

/// Splits at dashes after a blank: "200 g of flour - 2 eggs – salt".
pub(crate) fn between_dashes(line: &str) -> Vec<&str> {
    let is_span = |before: &str, after: &str| {
        before.trim_end().ends_with(|c: char| c.is_ascii_digit())
            && after.trim_start().starts_with(|c: char| c.is_ascii_digit())
    };
    let mut pieces = outside_brackets(line, |before, c, after| {
        matches!(c, '-' | '–' | '—')
            && (before.is_empty() || before.ends_with(char::is_whitespace))
            && !is_span(before, after)
    });
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Splits at characters outside brackets where `parts(before, char, after)` is true.
fn outside_brackets(line: &str, parts: impl Fn(&str, char, &str) -> bool) -> Vec<&str> {
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let (before, after) = (line.get(start..at).unwrap_or_default(), line.get(end..).unwrap_or_default());
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && parts(before, c, after) => {
                pieces.push(before.trim());
                start = end;
            }
            _ => {}
        }
    }
    pieces.push(line.get(start..).unwrap_or_default().trim());
    pieces
}

fn last_link(line: &str) -> Option<(&str, &str)> {
    let mut folded = String::new();
    let link = words_of(line).filter(|word| {
        folded.clear();
        fold_into(word.text, &mut folded);
        PHRASES.links.contains(&folded)
    });
    let link = link.last()?;
    Some((line.get(..link.start)?.trim(), line.get(link.end..)?.trim()))
}

fn without_link(line: &str) -> &str {
    match last_link(line) {
        Some(("", after)) => after,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_separate_ingredients_but_not_number_ranges() {
        for (line, expected) in [
            ("2 plums - 1 - 2 pears -salt", vec!["2 plums", "1 - 2 pears", "salt"]),
            ("1 kg de figues — 20 cl d'eau — sel -", vec!["1 kg de figues", "20 cl d'eau", "sel"]),
            (
                "1 pan (wide - or deep) – a well-washed leek",
                vec!["1 pan (wide - or deep)", "a well-washed leek"],
            ),
            ("self-raising flour", vec!["self-raising flour"]),
        ] {
            assert_eq!(between_dashes(line), expected, "{line}");
        }
    }
}
