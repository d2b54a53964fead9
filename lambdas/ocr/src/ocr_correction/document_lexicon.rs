//! Words are corrected by the lexicon of their own sheet: what a word lost in one place and kept in another of the same sheet: the accent of "JALAPENO" above "1 jalapeño", the
//! letter of "2 eges" above "beat the eggs".

use std::collections::HashMap;

use crate::Word;

/// Forms of shorter words differ by an accent alone: "esta" and "está".
const LEAST_LETTERS: usize = 5;
/// At a word's end a vowel's accent makes another form of it: "sucre" and "sucré", "hache" and "hachés".
const LAST_LETTERS: usize = 2;
/// What a corrected word loses of its confidence, in percent.
const LOST: u8 = 10;
/// A word that is read less surely is no pattern for accents, in percent.
const SURE: u8 = 70;
/// And none for letters.
const SURE_LETTERS: u8 = 88;
/// Letters that are read more surely stay as they are, in percent.
const DOUBTFUL: u8 = 80;
/// Shorter words differ by a letter alone: "can" and "con".
const LEAST_LETTERS_MISREAD: usize = 3;
/// Small letters that are taken for each other, in letters like handwriting and in soft print.
const ALIKE: [[char; 2]; 9] = [
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

/// Corrects words by others of their sheet.
pub(super) fn correct(words: &mut [Word]) {
    restore_accents(words);
    restore_letters(words);
}

/// Gives a word that is read unsurely, and nowhere else, the letters of a sure one from which it differs by one alone.
fn restore_letters(words: &mut [Word]) {
    // By their letters as they are printed: "Pon" begins a sentence, and "pan" does not.
    let mut times: HashMap<String, (usize, u8)> = HashMap::new();
    for word in words.iter() {
        if let Some(core) = core(&word.text, LEAST_LETTERS_MISREAD) {
            let (count, sureness) = times.entry(core.to_owned()).or_default();
            *count += 1;
            *sureness = (*sureness).max(word.confidence);
        }
    }
    let is_sure = |form: &String| times.get(form).is_some_and(|(_, sureness)| *sureness >= SURE_LETTERS);
    for word in words.iter_mut().filter(|word| word.confidence < DOUBTFUL) {
        let Some(core) = core(&word.text, LEAST_LETTERS_MISREAD) else { continue };
        if times.get(core).is_none_or(|(count, _)| *count > 1) {
            continue;
        }
        let patterns: Vec<String> = with_one_letter_else(core).filter(is_sure).take(2).collect();
        let [form] = patterns.as_slice() else { continue };
        word.text = word.text.replacen(core, form, 1);
        word.confidence = word.confidence.saturating_sub(LOST);
    }
}

/// A word with each of its letters taken for one that looks like it.
fn with_one_letter_else(word: &str) -> impl Iterator<Item = String> + '_ {
    word.char_indices().flat_map(move |(at, letter)| {
        ALIKE.iter().filter_map(move |[one, two]| {
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

/// Gives words the accents that they have elsewhere on the sheet, where they have them at least as often as not.
fn restore_accents(words: &mut [Word]) {
    // Of each word without accents, how often it stands so and how often otherwise.
    let mut forms: HashMap<String, (usize, HashMap<String, usize>)> = HashMap::new();
    for word in words.iter() {
        let Some(core) = core(&word.text, LEAST_LETTERS) else { continue };
        let lower = core.to_lowercase();
        let folded = folded(&lower);
        let (plain, accented) = forms.entry(folded.clone()).or_default();
        if lower == folded {
            *plain += 1;
        } else if word.confidence >= SURE {
            *accented.entry(lower).or_default() += 1;
        }
    }
    for word in words.iter_mut() {
        let Some(core) = core(&word.text, LEAST_LETTERS) else { continue };
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

/// The letters of a word without the signs around it; `None` where it is not one word of enough letters.
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

/// Whether two forms have as many letters, and the same vowels at their ends.
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

    /// A word with a question mark before it is a doubtful one.
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
    fn a_word_has_the_accents_that_it_has_elsewhere() {
        assert_eq!(corrected("JALAPENO BREAD 1 jalapeño,"), "JALAPEÑO BREAD 1 jalapeño,");
        assert_eq!(corrected("Menthe fraiche, menthe fraîche"), "Menthe fraîche, menthe fraîche");
    }

    #[test]
    fn a_doubtful_word_has_the_letters_of_a_sure_one() {
        assert_eq!(corrected("2 large ?eges (beaten), eggs"), "2 large eggs (beaten), eggs");
        assert_eq!(corrected("?ved pepper, red onion"), "red pepper, red onion");
    }

    #[test]
    fn a_word_that_is_sure_or_stands_twice_or_has_two_patterns_stays() {
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
    fn other_forms_and_what_is_mostly_plain_stay() {
        for text in [
            // Two words.
            "sucre glace, sucré",
            "hache les hachés",
            "esta está",
            // Written so.
            "creme creme crème",
            // Two forms are no pattern.
            "pates pâtes pátes",
        ] {
            assert_eq!(corrected(text), text);
        }
    }
}
