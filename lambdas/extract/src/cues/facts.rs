//! Detects times, servings, nutrition facts and labels of buttons.

use super::folding::{fold_into, words_of};
use super::lines;
use super::phrases::PHRASES;
use super::topic::Topic;

const LONGEST_MEASURE_BYTES: usize = 24;
const LONGEST_PORTIONS_BYTES: usize = 40;
const MIN_NUTRIENTS: usize = 4;
const LONGEST_NUTRIENTS_BYTES: usize = 1_000;
/// Units of nutrients. P, C and F are grams of protein, carbohydrates and fat: "18P".
const NUTRIENT_UNITS: [&str; 6] = ["kcal", "mg", "g", "P", "C", "F"];
const LONGEST_NOISE_BYTES: usize = 48;

pub(crate) fn is_measure(line: &str) -> bool {
    is_time(line) || line.len() <= LONGEST_MEASURE_BYTES && lines::starts_with_unit_amount(line)
}

pub(crate) fn is_time(line: &str) -> bool {
    line.len() <= LONGEST_MEASURE_BYTES
        && line.starts_with(|c: char| c.is_ascii_digit())
        && recipe::duration::leading(line).is_some()
}

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

pub(crate) fn counts_ingredients(line: &str) -> bool {
    let mut words = line.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty());
    let is_count = words.next().is_some_and(|count| count.bytes().all(|b| b.is_ascii_digit()));
    let is_ingredients = |word: &str| {
        let mut folded = String::new();
        fold_into(word.trim_matches(|c: char| !c.is_alphanumeric()), &mut folded);
        PHRASES.topics.get(&folded).is_some_and(|topic| *topic == Topic::Ingredients)
    };
    is_count && words.next().is_some_and(is_ingredients)
}

pub(crate) fn names_portions(line: &str) -> bool {
    let mut folded = String::new();
    words_of(line).any(|word| {
        folded.clear();
        fold_into(word.text, &mut folded);
        PHRASES.portions.contains(&folded)
    })
}

pub(crate) fn lists_nutrients(line: &str) -> bool {
    if line.len() > LONGEST_NUTRIENTS_BYTES {
        return false;
    }
    let (mut has_energy, mut amounts) = (false, 0);
    for behind in line.split(|c: char| c.is_ascii_digit()).skip(1).map(str::trim_start) {
        has_energy |= behind.starts_with("kcal");
        // The next name may follow without a space: "320kcalFat: 12g".
        let is_unit = |unit: &&str| {
            behind.strip_prefix(*unit).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        };
        amounts += usize::from(NUTRIENT_UNITS.iter().any(is_unit));
    }
    has_energy && amounts >= MIN_NUTRIENTS
}

pub(crate) fn is_noise(line: &str) -> bool {
    if line.len() > LONGEST_NOISE_BYTES {
        return false;
    }
    // These are buttons that scale the amounts: "1x 2x 3x", "Scale 1X2X3X".
    let is_factor = |c: char| matches!(c, 'x' | 'X' | '×');
    let has_only_factors =
        line.contains(is_factor) && line.chars().all(|c| !c.is_alphabetic() || is_factor(c));
    if has_only_factors || line.contains("1x2x") || line.contains("1X2X") {
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
    fn times_and_amounts_are_distinguished_from_steps() {
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
    fn nutrition_facts_are_distinguished_from_ingredients() {
        for line in [
            "Calories: 320 kcal | Fat: 12 g | Protein: 9 g | Sodium: 210 mg",
            "Energie: 320kcalVet: 12gEiwit: 9gNatrium: 210mg",
        ] {
            assert!(lists_nutrients(line), "{line}");
        }
        for line in ["Mix 200 g rye, 50 g bran, 10 g salt and 5 g yeast.", "320 kcal and 9 g of protein"] {
            assert!(!lists_nutrients(line), "{line}");
        }
    }

    #[test]
    fn buttons_of_a_scale_are_noise() {
        for line in ["1x 2x 3x", "Scale 1x2x3x", "1/2x1x2x", "1X2X3X", "Scale 1X2X3X", "½1X2X"] {
            assert!(is_noise(line), "{line}");
        }
        assert!(!is_noise("2 x 400 g tins"));
    }
}
