//! Lines beside a recipe's lists that tell a time, a number of people or what a button does.

use super::folding::{fold_into, words_of};
use super::lines;
use super::phrases::PHRASES;

/// A time or an amount alone is short.
const LONGEST_MEASURE_BYTES: usize = 24;
/// So is a number of people.
const LONGEST_PORTIONS_BYTES: usize = 40;
/// And what stands on a button.
const LONGEST_NOISE_BYTES: usize = 48;

/// Whether a line is no step but a time or an amount that begins with its number: "20 min", "1 h 30", "500 g plums".
pub(crate) fn is_measure(line: &str) -> bool {
    is_time(line) || line.len() <= LONGEST_MEASURE_BYTES && lines::starts_with_unit_amount(line)
}

/// Whether a line begins with its number and says how long it takes: "20 min", "1 h 30".
pub(crate) fn is_time(line: &str) -> bool {
    line.len() <= LONGEST_MEASURE_BYTES
        && line.starts_with(|c: char| c.is_ascii_digit())
        && recipe::duration::leading(line).is_some()
}

/// Whether a line says for how many: "4 people", "2 Portionen", "für 4 Personen".
pub(crate) fn is_portions(line: &str) -> bool {
    if line.len() > LONGEST_PORTIONS_BYTES
        || !line.bytes().any(|b| b.is_ascii_digit()) && words_of(line).count() > 4
    {
        return false;
    }
    let mut has_word = false;
    let mut folded = String::new();
    for word in words_of(line) {
        folded.clear();
        fold_into(word.text, &mut folded);
        let is_portion = PHRASES.portions.contains(&folded);
        has_word |= is_portion;
        if !is_portion
            && !PHRASES.qualifiers.contains(&folded)
            && !word.text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        {
            return false;
        }
    }
    has_word
}

/// Whether a line among ingredients is there for the page's sake: "US Metric", "Add to cart".
pub(crate) fn is_noise(line: &str) -> bool {
    if line.len() > LONGEST_NOISE_BYTES {
        return false;
    }
    // "1x 2x 3x" are the buttons of a scale, and so are "Scale 1x2x3x".
    if line.contains('x') && line.chars().all(|c| !c.is_alphabetic() || matches!(c, 'x' | 'X' | '×'))
        || line.contains("1x2x")
    {
        return true;
    }
    let mut folded = String::with_capacity(line.len());
    for word in words_of(line) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        fold_into(word.text, &mut folded);
    }
    PHRASES.noise.contains(&folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_below_a_word_for_making_may_be_a_time_or_an_amount() {
        for (line, time, measure) in [
            ("20 min", true, true),
            ("1 h 30", true, true),
            ("35 à 40 minutes environ", true, true),
            ("500 g plums", false, true),
            ("2 Stir the pot.", false, false),
            ("1. Mix.", false, false),
            ("Stir for 20 min", false, false),
        ] {
            assert_eq!((is_time(line), is_measure(line)), (time, measure), "{line}");
        }
    }

    #[test]
    fn buttons_of_a_scale_are_noise() {
        for line in ["1x 2x 3x", "Scale 1x2x3x", "1/2x1x2x"] {
            assert!(is_noise(line), "{line}");
        }
        assert!(!is_noise("2 x 400 g tins"));
    }
}
