//! Lexicon of labels, from `headings/labels.toml`.

use recipe::{Places, Span};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::cues::fold_into;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Total,
    Prep,
    Cook,
    /// Label of preparation, cooking or both.
    Making,
    Serves,
    Makes,
    /// A text that only looks like a label.
    Ignored,
}

impl Kind {
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Total | Self::Prep | Self::Cook | Self::Making)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) kind: Kind,
    /// Whether the label is a common word, which counts only if just a value follows.
    pub(super) is_weak: bool,
    pub(super) end: usize,
    pub(super) rest: usize,
}

const MAX_WORDS: usize = 5;

pub(super) fn label(text: &str) -> Option<Label> {
    any_label(text).filter(|label| label.kind != Kind::Ignored)
}

pub(super) fn unambiguous_label_end(text: &str) -> Option<usize> {
    any_label(text).filter(|label| !label.is_weak).map(|label| label.end)
}

fn any_label(text: &str) -> Option<Label> {
    let mut folded = String::with_capacity(32);
    let mut found: Option<Label> = None;
    for (at, (start, end)) in words(text).take(MAX_WORDS).enumerate() {
        // Punctuation ends a label: "Prep: cook the rice".
        let between = text.span(previous_word_end(text, start)..start);
        if at > 0 {
            if between.contains([':', '|', '•', '·', '(', ',', ';', '\n']) {
                break;
            }
            folded.push(' ');
            // These signs join two labels: "Prep & cook time".
            if let Some(sign) = between.chars().find(|sign| matches!(sign, '&' | '+')) {
                folded.push(sign);
                folded.push(' ');
            }
        }
        fold_into(text.span(start..end), &mut folded);
        if at == 0 && !WORDS.first_words.contains(folded.as_str()) {
            return None;
        }
        if let Some((kind, is_weak)) = WORDS.labels.get(folded.as_str()).copied() {
            let behind = text.span(end..).trim_start_matches(|c: char| {
                c.is_whitespace()
                    || matches!(c, ':' | '：' | '=' | '-' | '–' | '—' | '|' | '.' | '~' | '≈' | '*')
            });
            found = Some(Label { kind, is_weak, end, rest: text.len().saturating_sub(behind.len()) });
        }
    }
    found
}

fn previous_word_end(text: &str, start: usize) -> usize {
    text.span(..start).trim_end_matches(|c: char| !c.is_alphanumeric()).len()
}

pub(super) fn is_label(text: &str) -> bool {
    label(text).is_some_and(|label| label.rest >= text.trim_end().len())
}

/// Whether the name means other recipes or comments.
pub(super) fn is_foreign(names: &str) -> bool {
    names
        .split_ascii_whitespace()
        .take(12)
        .any(|name| words_of_name(name).any(|word| matches!(WORDS.names.get(word), Some(Named::Foreign))))
}

/// The meaning of class names or ids such as `recipe-prep-time` and `cookTime`.
pub(super) fn named(names: &str) -> Option<Kind> {
    names.split_ascii_whitespace().take(12).find_map(named_one)
}

fn named_one(name: &str) -> Option<Kind> {
    let (mut names_time, mut kind) = (false, None);
    for word in words_of_name(name) {
        match WORDS.names.get(word) {
            Some(Named::Not | Named::Foreign) => return None,
            Some(Named::Time) => names_time = true,
            Some(Named::Kind(found)) => kind = kind.or(Some(found)),
            Some(Named::TimeOf(found)) => {
                kind = kind.or(Some(found));
                names_time = true;
            }
            None => {}
        }
    }
    kind.filter(|kind| names_time || !kind.is_time())
}

/// Splits `RecipeCard_prepTime` into Recipe, Card, prep and Time.
fn words_of_name(name: &str) -> impl Iterator<Item = &str> {
    let bytes = name.as_bytes();
    let mut start = 0_usize;
    std::iter::from_fn(move || {
        while bytes.get(start).is_some_and(|byte| !byte.is_ascii_alphabetic()) {
            start = start.saturating_add(1);
        }
        if start >= bytes.len() {
            return None;
        }
        let is_end = |at: &usize| {
            let (byte, before) = (bytes.at(*at), bytes.at(at.saturating_sub(1)));
            !byte.is_ascii_alphabetic() || byte.is_ascii_uppercase() && before.is_ascii_lowercase()
        };
        // Both ends are next to ASCII letters, so they are character boundaries.
        let end = (start.saturating_add(1)..bytes.len()).find(is_end).unwrap_or(bytes.len());
        let word = name.get(start..end);
        start = end;
        word
    })
}

pub(super) fn is_people(word: &str) -> bool {
    contains_folded(word, &WORDS.people)
}

pub(super) fn is_portions(word: &str) -> bool {
    contains_folded(word, &WORDS.portions)
}

pub(super) fn is_for(word: &str) -> bool {
    contains_folded(word, &WORDS.whom)
}

pub(super) fn is_about(word: &str) -> bool {
    contains_folded(word, &WORDS.about)
}

pub(super) fn is_of(word: &str) -> bool {
    contains_folded(word, &WORDS.of)
}

pub(super) fn is_range(word: &str) -> bool {
    contains_folded(word, &WORDS.range)
}

pub(super) fn number(word: &str) -> Option<u32> {
    let mut folded = String::new();
    fold_into(word, &mut folded);
    WORDS.numbers.get(&folded).copied()
}

fn contains_folded(word: &str, set: &HashSet<String>) -> bool {
    if word.len() > 24 {
        return false;
    }
    let mut folded = String::new();
    fold_into(word, &mut folded);
    set.contains(&folded)
}

/// The byte ranges of words; hyphens, apostrophes and slashes inside belong to a word.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0_usize;
    std::iter::from_fn(move || {
        let start = at.saturating_add(text.span(at..).find(char::is_alphanumeric)?);
        let len = text
            .span(start..)
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '/' | '\'' | '’'))
            .unwrap_or(text.len().saturating_sub(start));
        at = start.saturating_add(len);
        let word = text.span(start..at).trim_end_matches(|c: char| !c.is_alphanumeric());
        Some((start, start.saturating_add(word.len())))
    })
}

#[derive(Deserialize)]
struct List {
    words: HashSet<String>,
}

type Languages = HashMap<String, Vec<String>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    total: Languages,
    prep: Languages,
    cook: Languages,
    making: Languages,
    serves: Languages,
    makes: Languages,
    ignored: Languages,
    weak: List,
    people: List,
    portions: List,
    #[serde(rename = "for")]
    whom: List,
    about: List,
    of: List,
    range: List,
    numbers: HashMap<String, u32>,
    names: Names,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    time: Vec<String>,
    prep: Vec<String>,
    cook: Vec<String>,
    total: Vec<String>,
    serves: Vec<String>,
    not: Vec<String>,
    foreign: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum Named {
    Time,
    Kind(Kind),
    /// Label of a time in one word: `preptime`.
    TimeOf(Kind),
    Not,
    Foreign,
}

struct Words {
    labels: HashMap<String, (Kind, bool)>,
    first_words: HashSet<String>,
    people: HashSet<String>,
    portions: HashSet<String>,
    whom: HashSet<String>,
    about: HashSet<String>,
    of: HashSet<String>,
    range: HashSet<String>,
    numbers: HashMap<String, u32>,
    names: NameTable,
}

/// Table of element names. Length and first letter reject most words without hashing.
struct NameTable {
    words: HashMap<String, Named>,
    lengths: [u32; 256],
}

impl NameTable {
    fn get(&self, word: &str) -> Option<Named> {
        let first = word.bytes().next()?.to_ascii_lowercase();
        if word.len() >= 32 || self.lengths.at(usize::from(first)) & (1 << word.len()) == 0 {
            return None;
        }
        if word.bytes().any(|b| b.is_ascii_uppercase()) {
            return self.words.get(&word.to_ascii_lowercase()).copied();
        }
        self.words.get(word).copied()
    }

    fn insert(&mut self, word: String, named: Named) {
        if let Some(first) = word.bytes().next().filter(|_| word.len() < 32) {
            let lengths = self.lengths.at(usize::from(first)) | 1 << word.len();
            self.lengths.put(usize::from(first), lengths);
            self.words.insert(word, named);
        }
    }
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let source: Source =
        toml::from_str(include_str!("../../headings/labels.toml")).expect("the labels are well-formed");
    let mut labels = HashMap::new();
    // Later kinds replace earlier ones for ambiguous words.
    for (kind, languages) in [
        (Kind::Makes, source.makes),
        (Kind::Serves, source.serves),
        (Kind::Total, source.total),
        (Kind::Making, source.making),
        (Kind::Cook, source.cook),
        (Kind::Prep, source.prep),
        (Kind::Ignored, source.ignored),
    ] {
        for label in languages.into_values().flatten() {
            let is_weak = source.weak.words.contains(&label);
            // OCR loses spaces: "Preptime".
            if label.contains(' ') {
                labels.entry(label.replace(' ', "")).or_insert((kind, is_weak));
            }
            labels.insert(label, (kind, is_weak));
        }
    }
    let first_words = labels.keys().filter_map(|label| label.split(' ').next()).map(str::to_owned).collect();
    let mut names = NameTable { words: HashMap::new(), lengths: [0; 256] };
    for (kind, words) in [
        (Kind::Prep, source.names.prep),
        (Kind::Cook, source.names.cook),
        (Kind::Total, source.names.total),
        (Kind::Serves, source.names.serves),
    ] {
        for word in words {
            let is_whole =
                source.names.time.iter().any(|time| word.len() > time.len() && word.ends_with(time.as_str()));
            names.insert(word, if is_whole { Named::TimeOf(kind) } else { Named::Kind(kind) });
        }
    }
    source.names.time.into_iter().for_each(|word| names.insert(word, Named::Time));
    source.names.not.into_iter().for_each(|word| names.insert(word, Named::Not));
    source.names.foreign.into_iter().for_each(|word| names.insert(word, Named::Foreign));
    Words {
        labels,
        first_words,
        people: source.people.words,
        portions: source.portions.words,
        whom: source.whom.words,
        about: source.about.words,
        of: source.of.words,
        range: source.range.words,
        numbers: source.numbers,
        names,
    }
});
