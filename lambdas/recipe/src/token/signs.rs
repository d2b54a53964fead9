//! Signs and short words next to a number.

use crate::span::Span;

pub(super) fn inch_sign(rest: &str) -> Option<usize> {
    ["\"", "″", "”", "''", "’’"].into_iter().find(|sign| rest.starts_with(sign)).map(str::len)
}

pub(super) fn flour_grade(rest: &str) -> Option<usize> {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_grade = digits > 1 && rest.span(..digits).bytes().all(|digit| digit == b'0');
    let mut behind = rest.span(digits..).chars();
    let continues = match behind.next() {
        Some('/' | '⁄' | '∕') => true,
        Some('.' | ',') => behind.next().is_some_and(|c| c.is_ascii_digit()),
        _ => false,
    };
    (is_grade && !continues).then_some(digits)
}

/// Whether "no" counts pieces: "6 no. eggs", but not "2 no salt added cans".
pub(super) fn is_number_sign(word: &str, behind: &str) -> bool {
    let ends = match behind.strip_prefix('.') {
        Some(rest) => !rest.trim_start().starts_with(|c: char| c.is_ascii_digit()),
        None => !behind.trim_start().starts_with(char::is_alphanumeric),
    };
    word.eq_ignore_ascii_case("no") && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_without_other_digits_are_a_flour_grade() {
        for (text, length) in [("00 flour", Some(2)), ("0000", Some(4)), ("000, 2 cups", Some(3))] {
            assert_eq!(flour_grade(text), length, "{text:?}");
        }
        for text in ["0 g", "00.5 l", "00/1", "001", "1000", ""] {
            assert_eq!(flour_grade(text), None, "{text:?}");
        }
    }
}
