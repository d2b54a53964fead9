//! Finds known section headings: "Ingredients", "Zubereitung", "Notes".

use super::facts::is_time;
use super::folding::{fold_into, words_of};
use super::phrases::PHRASES;
use super::topic::Topic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownHeading<'a> {
    pub(crate) topic: Topic,
    pub(crate) rest: &'a str,
    /// Byte offset of `rest` in the line.
    pub(crate) start: usize,
    /// Number of words in `rest`; counting stops at 12 words of the line.
    pub(crate) words_after: usize,
    /// Whether a colon or bar follows.
    pub(crate) has_colon: bool,
}

pub(crate) const LONGEST_HEADING_BYTES: usize = 90;
const MAX_WORDS: usize = 12;
const MAX_WORDS_OF_A_NAME: usize = 8;
const LONGEST_TIME_BYTES: usize = 40;
const MIN_RESEMBLING: usize = 6;
const LONGEST_RESEMBLING: usize = 26;
const LONGEST_PHRASE: usize = 7;

pub(crate) fn announced(line: &str) -> Option<KnownHeading<'_>> {
    // The end of each word in the normalised text and in the line.
    let mut ends: Vec<(usize, usize)> = Vec::with_capacity(MAX_WORDS);
    let mut folded = String::with_capacity(48);
    for word in words_of(line).take(MAX_WORDS) {
        if ends.len() < LONGEST_PHRASE {
            if !folded.is_empty() {
                folded.push(' ');
            }
            fold_into(word.text, &mut folded);
            if ends.is_empty()
                && !PHRASES.first_words.contains(folded.as_str())
                && !PHRASES.leads.contains(&folded)
            {
                return None;
            }
        }
        ends.push((folded.len(), word.end));
    }
    let first = folded.get(..ends.first()?.0)?;
    let has_lead = ends.len() > 1 && PHRASES.leads.iter().any(|lead| lead == first);
    let starts = [Some(0), has_lead.then_some(first.len() + 1)];
    starts.into_iter().flatten().find_map(|start| {
        ends.iter().enumerate().take(LONGEST_PHRASE).rev().find_map(|(index, (folded_end, end))| {
            let phrase = folded.get(start..*folded_end)?;
            let topic = *PHRASES.topics.get(phrase)?;
            let behind = line
                .get(*end..)?
                .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | ')' | '"'));
            let has_colon = behind.starts_with([':', '：', '|']);
            let rest = behind.trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–' | '—' | '.')
            });
            let words_after = ends.len() - index - 1;
            let is_whole = words_after == 0 || has_colon || !PHRASES.alone.contains(phrase);
            let start = line.len() - rest.len();
            is_whole.then_some(KnownHeading { topic, rest, start, words_after, has_colon })
        })
    })
}

pub(crate) fn ends_with_ingredients(line: &str) -> bool {
    let Some((index, last)) = words_of(line).take(MAX_WORDS).enumerate().last() else { return false };
    let mut folded = String::new();
    fold_into(last.text, &mut folded);
    index < MAX_WORDS_OF_A_NAME && PHRASES.topics.get(folded.as_str()) == Some(&Topic::Ingredients)
}

pub(crate) fn names_ingredients(line: &str) -> bool {
    let mut folded = String::new();
    words_of(line).take(MAX_WORDS).any(|word| {
        folded.clear();
        fold_into(word.text, &mut folded);
        PHRASES.topics.get(folded.as_str()) == Some(&Topic::Ingredients)
    })
}

/// The topic of a heading with a wrong letter, or two of nine or more: "Ingredionts".
pub(crate) fn resembles(line: &str) -> Option<Topic> {
    let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
    if !(MIN_RESEMBLING..=LONGEST_RESEMBLING).contains(&bare.len()) {
        return None;
    }
    let mut folded = String::with_capacity(bare.len());
    fold_into(bare, &mut folded);
    let letters: Vec<char> = folded.chars().collect();
    let most = if letters.len() >= 9 { 2 } else { 1 };
    let phrases = PHRASES.topics.iter().filter(|(phrase, topic)| {
        **topic != Topic::Other
            && phrase.len() >= MIN_RESEMBLING
            && phrase.len().abs_diff(folded.len()) <= most
    });
    phrases.filter(|(phrase, _)| is_within(&letters, phrase, most)).map(|(_, topic)| *topic).next()
}

/// Whether the Levenshtein distance between `letters` and `phrase` is at most `most`.
fn is_within(letters: &[char], phrase: &str, most: usize) -> bool {
    // One row of the distance matrix, without its first column.
    let mut costs: Vec<usize> = (1..=letters.len()).collect();
    for (of_none, c) in phrase.chars().enumerate() {
        let (mut diagonal, mut before) = (of_none, of_none + 1);
        for (cost, letter) in costs.iter_mut().zip(letters) {
            let least = (diagonal + usize::from(*letter != c)).min(before + 1).min(*cost + 1);
            diagonal = std::mem::replace(cost, least);
            before = least;
        }
    }
    costs.last().is_some_and(|cost| *cost <= most)
}

/// Whether the first word starts a purpose or servings: "for 4 people", "pour la sauce".
pub(crate) fn is_qualifier(rest: &str) -> bool {
    let Some(word) = words_of(rest).next() else { return false };
    let mut folded = String::new();
    fold_into(word.text, &mut folded);
    PHRASES.qualifiers.contains(&folded)
}

/// Whether the line is a remark or states a time: "Tip: ...", "TIP Use ...", "Preparation 20 min".
pub(crate) fn is_remark(line: &str) -> bool {
    announced(line).is_some_and(|heading| {
        let is_time = heading.topic != Topic::Ingredients
            && line.len() <= LONGEST_TIME_BYTES
            && heading.rest.starts_with(|c: char| c.is_ascii_digit());
        let words = line.get(..heading.start).unwrap_or(line).trim_end();
        let stands_out = is_upper(words) && !is_upper(heading.rest);
        let is_parted =
            words.ends_with([':', '|', '–', '-', '：']) || heading.rest.starts_with('|') || stands_out;
        is_time || heading.topic == Topic::Other && heading.words_after > 0 && is_parted
    })
}

pub(crate) fn names_a_time(line: &str) -> bool {
    line.len() <= LONGEST_TIME_BYTES
        && announced(line).is_some_and(|heading| heading.topic != Topic::Ingredients && is_time(heading.rest))
}

fn is_upper(words: &str) -> bool {
    let letters = || words.chars().filter(|c| c.is_alphabetic());
    letters().nth(1).is_some() && letters().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_with_wrong_letters_are_recognised() {
        for (line, expected) in [
            ("Ingredients", Some(Topic::Ingredients)),
            ("Ingredionts", Some(Topic::Ingredients)),
            ("lngredientes:", Some(Topic::Ingredients)),
            ("Préparatlon", Some(Topic::Steps)),
            ("lnstructlons", Some(Topic::Steps)),
            ("Insrtuctoins", None),
            ("Saucepan", None),
            ("Eggs", None),
            ("", None),
        ] {
            assert_eq!(resembles(line), expected, "{line:?}");
        }
    }

    #[test]
    fn heading_followed_by_a_time_is_recognised() {
        for (line, expected) in [
            ("Préparation 20 min", true),
            ("Preparation: 20 min", true),
            ("Preparation of 20 plums", false),
            ("Boil for 20 min", false),
        ] {
            assert_eq!(names_a_time(line), expected, "{line}");
        }
    }

    #[test]
    fn remark_needs_a_separator_or_capitals() {
        for (line, expected) in [
            ("Tip: use a heavy pan", true),
            ("TIP Use a heavy pan", true),
            ("TIP USE A HEAVY PAN", false),
            ("Tip the pan until it is coated", false),
            ("PREPARATION 20 min", true),
            ("STIR it well", false),
        ] {
            assert_eq!(is_remark(line), expected, "{line}");
        }
    }
}
