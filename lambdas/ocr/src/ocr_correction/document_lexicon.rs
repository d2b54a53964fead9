//! Corrects words using other words of the page: "JALAPENO" with "jalapeño", "2 eges" with "eggs".

use std::collections::HashMap;

use crate::Word;

/// Minimum letters; shorter words may differ by accent only ("esta", "está").
const MIN_LETTERS: usize = 5;
/// Number of last letters that must agree: "sucre" is not "sucré".
const LAST_LETTERS: usize = 2;
/// Confidence that a corrected word loses, in percentage points.
const LOST: u8 = 10;
const MIN_ACCENT_CONFIDENCE: u8 = 70;
const MIN_LETTER_CONFIDENCE: u8 = 88;
/// OCR confidence below which letters may be corrected.
const DOUBTFUL: u8 = 80;
const MIN_LETTERS_MISREAD: usize = 3;
const CONFUSABLE_LETTERS: [[char; 2]; 9] = [
    ['a', 'o'],
    ['c', 'e'],
    ['e', 'g'],
    ['g', 'q'],
    ['h', 'n'],
    ['n', 'u'],
    ['r', 'v'],
    ['f', 't'],
    ['i', 'l'],
];

pub(super) fn correct(words: &mut [Word]) {
    restore_accents(words);
    restore_letters(words);
}

/// Corrects an uncertain word that occurs once, if exactly one confident word matches.
fn restore_letters(words: &mut [Word]) {
    // Case-sensitive: "Pon" at the start of a sentence is not "pan".
    let mut times: HashMap<String, (usize, u8)> = HashMap::new();
    for word in words.iter() {
        if let Some(core) = core(&word.text, MIN_LETTERS_MISREAD) {
            let (count, sureness) = times.entry(core.to_owned()).or_default();
            *count += 1;
            *sureness = (*sureness).max(word.confidence);
        }
    }
    let is_sure =
        |form: &String| times.get(form).is_some_and(|(_, sureness)| *sureness >= MIN_LETTER_CONFIDENCE);
    for word in words.iter_mut().filter(|word| word.confidence < DOUBTFUL) {
        let Some(core) = core(&word.text, MIN_LETTERS_MISREAD) else { continue };
        if times.get(core).is_none_or(|(count, _)| *count > 1) {
            continue;
        }
        let patterns: Vec<String> = with_one_letter_replaced(core).filter(is_sure).take(2).collect();
        let [form] = patterns.as_slice() else { continue };
        word.text = word.text.replacen(core, form, 1);
        word.confidence = word.confidence.saturating_sub(LOST);
    }
}

fn with_one_letter_replaced(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().flat_map(move |(at, letter)| {
        CONFUSABLE_LETTERS.iter().filter_map(move |[one, two]| {
            let other = if letter == *one {
                two
            } else if letter == *two {
                one
            } else {
                return None;
            };
            let (before, rest) = word.split_at_checked(at)?;
            Some(format!("{before}{other}{}", rest.strip_prefix(letter)?))
        })
    })
}

/// Adds accents, if the page has one accented form that is at least as frequent as the plain one.
fn restore_accents(words: &mut [Word]) {
    // Counts of the plain form and of accented forms, by folded word.
    let mut forms: HashMap<String, (usize, HashMap<String, usize>)> = HashMap::new();
    for word in words.iter() {
        let Some(core) = core(&word.text, MIN_LETTERS) else { continue };
        let lower = core.to_lowercase();
        let folded = folded(&lower);
        let (plain, accented) = forms.entry(folded.clone()).or_default();
        if lower == folded {
            *plain += 1;
        } else if word.confidence >= MIN_ACCENT_CONFIDENCE {
            *accented.entry(lower).or_default() += 1;
        }
    }
    for word in words.iter_mut() {
        let Some(core) = core(&word.text, MIN_LETTERS) else { continue };
        let Some((plain, accented)) = forms.get(&core.to_lowercase()) else { continue };
        let mut accented = accented.iter();
        let (Some((form, times)), None) = (accented.next(), accented.next()) else { continue };
        if times < plain || !differs_within(core, form) {
            continue;
        }
        let right = with_case_of(core, form);
        word.text = word.text.replacen(core, &right, 1);
        word.confidence = word.confidence.saturating_sub(LOST);
    }
}

/// The word without punctuation; `None` if it is not one word of at least `least` letters.
fn core(text: &str, least: usize) -> Option<&str> {
    let core = text.trim_matches(|c: char| !c.is_alphabetic());
    (core.chars().count() >= least && core.chars().all(char::is_alphabetic)).then_some(core)
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        recipe::unaccented(letter, |c| out.push(c));
    }
    out
}

fn differs_within(core: &str, form: &str) -> bool {
    let lower = core.to_lowercase();
    let ends = |text: &str| text.replace('ñ', "n").chars().rev().take(LAST_LETTERS).collect::<String>();
    lower.chars().count() == form.chars().count() && ends(&lower) == ends(form)
}

fn with_case_of(core: &str, form: &str) -> String {
    core.chars()
        .zip(form.chars())
        .flat_map(|(like, letter)| {
            let upper = letter.to_uppercase().filter(|_| like.is_uppercase());
            let lower = Some(letter).filter(|_| !like.is_uppercase());
            upper.chain(lower).collect::<Vec<char>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Area;

    /// In the input, a leading "?" marks low confidence.
    fn corrected(text: &str) -> String {
        let area = Area { left: 0, top: 0, width: 10, height: 10 };
        let word = |text: &str| {
            let (text, confidence) = text.strip_prefix('?').map_or((text, 90), |text| (text, 60));
            Word { text: text.to_owned(), area, region: 0, line: 0, confidence }
        };
        let mut words: Vec<Word> = text.split(' ').map(word).collect();
        correct(&mut words);
        words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn missing_accent_is_restored_from_the_same_sheet() {
        assert_eq!(corrected("JALAPENO BREAD 1 jalapeño,"), "JALAPEÑO BREAD 1 jalapeño,");
        assert_eq!(corrected("Menthe fraiche, menthe fraîche"), "Menthe fraîche, menthe fraîche");
    }

    #[test]
    fn uncertain_word_is_corrected_by_a_confident_one() {
        assert_eq!(corrected("2 large ?eges (beaten), eggs"), "2 large eggs (beaten), eggs");
        assert_eq!(corrected("?ved pepper, red onion"), "red pepper, red onion");
    }

    #[test]
    fn confident_repeated_or_ambiguous_word_is_unchanged() {
        for (text, expected) in [
            ("cut the cat", "cut the cat"),
            ("2 eges, eggs", "2 eges, eggs"),
            ("?tap ?tap top", "tap tap top"),
            ("?tap top fap", "tap top fap"),
            ("?eges ?eggs", "eges eggs"),
            ("?Pon the pan", "Pon the pan"),
        ] {
            assert_eq!(corrected(text), expected);
        }
    }

    #[test]
    fn other_word_forms_and_mostly_plain_words_are_unchanged() {
        for text in [
            "sucre glace, sucré",
            "hache les hachés",
            "esta está",
            // The plain form is more frequent.
            "creme creme crème",
            // Two accented forms make it ambiguous.
            "pates pâtes pátes",
        ] {
            assert_eq!(corrected(text), text);
        }
    }
}
