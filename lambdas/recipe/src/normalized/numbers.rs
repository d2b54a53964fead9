//! Converts numbers of several words to digits: "entre 200 y 250 g", "une demi-botte", "1 kg 500".

use crate::Language;
use crate::amounts::{self, Amount, Kept, Role};
use crate::fraction::mixed;
use crate::lexicon;
use crate::quantity;
use crate::span::Span;
use crate::unit::Size;

/// Parts of lines that may have such numbers; other lines are skipped.
const MARKS: [&str; 9] = ["demi", "entre ", "between ", "kg ", "kilo ", "litre ", "litro ", "l ", "ml "];

pub(super) fn in_digits(line: &str, language: Option<Language>) -> Option<String> {
    let lower = line.to_lowercase();
    if !MARKS.iter().any(|mark| lower.contains(mark)) {
        return None;
    }
    let mut text = String::with_capacity(line.len());
    let mut at = 0;
    for amount in amounts::amounts(line, language) {
        let Some((start, end, digits)) =
            rewritten(line, &amount, language).filter(|(start, ..)| *start >= at)
        else {
            continue;
        };
        text.push_str(line.span(at..start));
        text.push_str(&digits);
        at = end;
    }
    text.push_str(line.span(at..));
    (at > 0).then_some(text)
}

/// Start and end of the number, and its new text.
fn rewritten(line: &str, amount: &Amount, language: Option<Language>) -> Option<(usize, usize, String)> {
    let (first, last) = (amount.ends.first()?, amount.ends.last()?);
    let written = line.span(first.range.clone());
    if amount.role == Role::Kept(Kept::Size) {
        return spoon_size(line, amount, language);
    }
    if amount.role != Role::Scales || amount.is_implied {
        return None;
    }
    if amount.ends.len() > 1 {
        let between = line.span(first.range.end..last.range.start);
        let opener = line.span(..first.range.start).trim_end();
        let start = ["entre", "between"].iter().find_map(|word| {
            let start = opener.len().checked_sub(word.len())?;
            opener.span(start..).eq_ignore_ascii_case(word).then_some(start)
        })?;
        let is_joined = between.trim().chars().all(char::is_alphabetic);
        return is_joined
            .then(|| (start, last.range.end, format!("{}-{}", mixed(first.value), mixed(last.value))));
    }
    if !amount.tail.is_empty()
        && line.span(amount.tail.clone()).trim().bytes().all(|digit| digit.is_ascii_digit())
    {
        let gap_and_unit = line.span(first.range.end..amount.unit_range.end);
        return Some((first.range.start, amount.tail.end, format!("{}{gap_and_unit}", mixed(first.value))));
    }
    let is_half = written.to_lowercase().contains("demi") && amount.tail.is_empty();
    is_half.then(|| {
        let gap = if written.ends_with(quantity::is_dash) { " " } else { "" };
        (first.range.start, first.range.end, format!("{}{gap}", mixed(first.value)))
    })
}

/// In "2 x 15ml tablespoons", "x 15ml" is dropped: it is the size of the spoon.
fn spoon_size(line: &str, amount: &Amount, language: Option<Language>) -> Option<(usize, usize, String)> {
    let before = line.span(..amount.ends.first()?.range.start).trim_end();
    let start = before.strip_suffix(['x', 'X', '×'])?.len();
    let behind = line.span(amount.unit_range.end..).trim_start();
    let word = behind.span(..behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len()));
    let unit = lexicon::unit(word, language)?;
    let end = line.len().checked_sub(behind.len())?;
    matches!(unit.size(), Size::Volume { .. }).then_some((start, end, String::new()))
}
