//! Detects step numbers: "Step 3:", "Étape 3".

use super::folding::{fold_into, words_of};
use super::phrases::PHRASES;

const LONGEST_COUNT_BYTES: usize = 24;
const LONGEST_COUNTER_BYTES: usize = 16;

const MAX_DIGITS: usize = 2;

pub(crate) fn is_step_count(line: &str) -> bool {
    if line.len() > LONGEST_COUNT_BYTES {
        return false;
    }
    let mut folded = String::new();
    let mut counts = words_of(line).map(|word| {
        folded.clear();
        fold_into(word.text, &mut folded);
        word.text.bytes().all(|b| b.is_ascii_digit()) || PHRASES.counters.contains(&folded)
    });
    counts.next() == Some(true) && counts.all(|counts| counts)
}

/// Removes the step number: "Step 3: Stir." and "3. krok: Stir." become "Stir."
pub(crate) fn without_step_count(line: &str) -> &str {
    let line = without_ordinal_count(line);
    let mut words = words_of(line);
    let (Some(word), Some(number)) = (words.next(), words.next()) else { return line };
    let digits = number.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.text.len());
    let (count, glued) = number.text.split_at_checked(digits).unwrap_or((number.text, ""));
    // The space after the number may be missing in copied text.
    let is_number = (1..=MAX_DIGITS).contains(&count.len())
        && (glued.is_empty() || glued.starts_with(char::is_uppercase));
    if !is_number || word.text.len() > LONGEST_COUNTER_BYTES {
        return line;
    }
    let mut folded = String::new();
    fold_into(word.text, &mut folded);
    if !PHRASES.counters.contains(&folded) {
        return line;
    }
    without_marks(line.get(number.end - glued.len()..).unwrap_or_default())
}

/// Removes a leading ordinal: "1. lépés: Keverjük össze." A separator or the end must follow the word;
/// otherwise it may be a verb.
pub(crate) fn without_ordinal_count(line: &str) -> &str {
    let mut words = words_of(line);
    let (Some(number), Some(word)) = (words.next(), words.next()) else { return line };
    let is_number =
        (1..=MAX_DIGITS).contains(&number.text.len()) && number.text.bytes().all(|b| b.is_ascii_digit());
    let behind = line.get(word.end..).unwrap_or_default();
    let is_ordinal = is_number && line.get(number.end..).is_some_and(|rest| rest.starts_with('.'));
    let is_parted = behind.is_empty() || behind.trim_start().starts_with([':', '.', '-', '–', '—']);
    if !is_ordinal || !is_parted || word.text.len() > LONGEST_COUNTER_BYTES {
        return line;
    }
    let mut folded = String::new();
    fold_into(word.text, &mut folded);
    if PHRASES.counters.contains(&folded) { without_marks(behind) } else { line }
}

fn without_marks(behind: &str) -> &str {
    behind.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | '.' | ')' | '-' | '–' | '—' | '|')
    })
}

pub(crate) fn step_number(line: &str) -> Option<u32> {
    let (before, rest) = line.split_at_checked(line.find(|c: char| c.is_ascii_digit())?)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at_checked(end)?;
    let number = digits.parse().ok().filter(|_| digits.len() <= MAX_DIGITS)?;
    let is_marked = before.is_empty() && [". ", ") "].iter().any(|mark| behind.starts_with(mark));
    (is_marked || is_step_count(line) || without_step_count(line).len() < line.len()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_number_is_stripped_even_without_a_space_after_it() {
        for (line, expected) in [
            ("Step 3: Stir.", "Stir."),
            ("Step 1Preheat the oven.", "Preheat the oven."),
            ("Étape 2Mélanger.", "Mélanger."),
            ("Krok 2: Zmiešame.", "Zmiešame."),
            ("Vaihe 2. Sekoita.", "Sekoita."),
            ("1. lépés: Keverjük össze.", "Keverjük össze."),
            ("2. krok – Zmiešame.", "Zmiešame."),
            ("2. Schritt", ""),
            ("2. Steg kødet i smør.", "2. Steg kødet i smør."),
            ("2 part: water", "2 part: water"),
            ("Step 1cm apart", "Step 1cm apart"),
            ("Stir 3 times.", "Stir 3 times."),
        ] {
            assert_eq!(without_step_count(line), expected, "{line}");
        }
    }

    #[test]
    fn step_numbers_are_distinguished_from_amounts() {
        for (line, expected) in [
            ("4", Some(4)),
            ("Step 04:", Some(4)),
            ("Step 4: Stir.", Some(4)),
            ("4. Stir the soup.", Some(4)),
            ("4) Stir the soup.", Some(4)),
            ("4 plums", None),
            ("4.5 l water", None),
            ("Stir it 4. times", None),
            ("2026", None),
            ("Stir the soup.", None),
        ] {
            assert_eq!(step_number(line), expected, "{line}");
        }
    }
}
