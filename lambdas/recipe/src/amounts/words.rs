//! Words next to numbers, from `lexicons/amounts.toml` and the lexicons of each language.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use num_rational::Ratio;
use serde::Deserialize;

use crate::Language;
use crate::fold;
use crate::lexicon::{self, Class};

/// Meanings of a word next to a number, as flags.
pub(super) struct Sense;

impl Sense {
    pub(super) const BETWEEN: u32 = 1;
    pub(super) const DEFINITE: u32 = 1 << 1;
    pub(super) const VAGUE: u32 = 1 << 2;
    pub(super) const WHOLE: u32 = 1 << 3;
    pub(super) const PERCENT: u32 = 1 << 4;
    pub(super) const DEGREES: u32 = 1 << 5;
    pub(super) const TIME: u32 = 1 << 6;
    pub(super) const LABEL: u32 = 1 << 7;
    pub(super) const REFERENCE: u32 = 1 << 8;
    pub(super) const INTO: u32 = 1 << 9;
    pub(super) const PEOPLE: u32 = 1 << 10;
    pub(super) const TOTAL: u32 = 1 << 11;
    pub(super) const EACH: u32 = 1 << 12;
    pub(super) const PLUS: u32 = 1 << 13;
    pub(super) const AND: u32 = 1 << 14;
    pub(super) const OR: u32 = 1 << 15;
    pub(super) const RANGE: u32 = 1 << 16;
    pub(super) const LINK: u32 = 1 << 17;
    pub(super) const SIZE: u32 = 1 << 18;
    pub(super) const ROUGHLY: u32 = 1 << 19;
    pub(super) const FRUIT_PART: u32 = 1 << 20;
    pub(super) const WITH: u32 = 1 << 22;
    pub(super) const GRADED: u32 = 1 << 23;
    /// Article, recognised only in the language of the line.
    pub(super) const ARTICLE: u32 = 1 << 21;
}

const FROM_LEXICONS: [(u32, u32); 10] = [
    (Class::PLUS, Sense::PLUS),
    (Class::EACH, Sense::EACH),
    (Class::AND, Sense::AND),
    (Class::OR, Sense::OR),
    (Class::RANGE, Sense::RANGE),
    (Class::LINK, Sense::LINK),
    (Class::SIZE, Sense::SIZE),
    (Class::ROUGHLY, Sense::ROUGHLY),
    (Class::FRUIT_PART, Sense::FRUIT_PART),
    (Class::WITH, Sense::WITH),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    collectives: BTreeMap<String, u64>,
    shares: BTreeMap<String, String>,
    words: BTreeMap<String, Vec<String>>,
}

struct Table {
    collectives: HashMap<u64, u64>,
    shares: HashMap<u64, Ratio<u64>>,
    senses: HashMap<u64, u32>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests")]
    let source: Source =
        toml::from_str(include_str!("../../lexicons/amounts.toml")).expect("the lexicon is well-formed");
    let mut senses: HashMap<u64, u32> = HashMap::new();
    for (name, words) in &source.words {
        for word in words {
            *senses.entry(fold::hash(word)).or_default() |= sense(name);
        }
    }
    Table {
        collectives: source.collectives.iter().map(|(word, value)| (fold::hash(word), *value)).collect(),
        shares: source
            .shares
            .iter()
            .filter_map(|(word, value)| Some((fold::hash(word), ratio(value)?)))
            .collect(),
        senses,
    }
});

fn sense(name: &str) -> u32 {
    match name {
        "between" => Sense::BETWEEN,
        "definite" => Sense::DEFINITE,
        "vague" => Sense::VAGUE,
        "whole" => Sense::WHOLE,
        "percent" => Sense::PERCENT,
        "degrees" => Sense::DEGREES,
        "time" => Sense::TIME,
        "label" => Sense::LABEL,
        "reference" => Sense::REFERENCE,
        "into" => Sense::INTO,
        "graded" => Sense::GRADED,
        "people" => Sense::PEOPLE,
        "total" => Sense::TOTAL,
        "each" => Sense::EACH,
        _ => 0,
    }
}

fn ratio(text: &str) -> Option<Ratio<u64>> {
    let (numerator, denominator) = text.split_once('/')?;
    let denominator = denominator.parse().ok().filter(|denominator| *denominator > 0)?;
    Some(Ratio::new(numerator.parse().ok()?, denominator))
}

/// A word's senses, and its value if it is a number, a fraction or a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) senses: u32,
    /// "two" is 2, "half" is 1/2.
    pub(super) number: Option<Ratio<u64>>,
    /// "dozen" is 12.
    pub(super) group: Option<u64>,
}

pub(super) fn meaning(word: &str, language: Option<Language>) -> Meaning {
    let hash = fold::hash(word);
    let mut senses = TABLE.senses.get(&hash).copied().unwrap_or_default();
    let group = TABLE.collectives.get(&hash).copied();
    let mut number = TABLE.shares.get(&hash).copied();
    if let Some(entry) = lexicon::entry(hash) {
        let classes = entry.classes(language);
        for (class, sense) in FROM_LEXICONS {
            senses |= if classes & class != 0 { sense } else { 0 };
        }
        if entry.own_classes(language) & Class::ARTICLE != 0 && !is_plural_article(word) {
            senses |= Sense::ARTICLE;
        }
        number = number.or_else(|| {
            let (numerator, denominator) = entry.numeral(language)?;
            (denominator > 0).then(|| Ratio::new(u64::from(numerator), u64::from(denominator)))
        });
    }
    Meaning { senses, number: number.filter(|_| group.is_none()), group }
}

pub(super) fn is_group(hash: u64) -> bool {
    TABLE.collectives.contains_key(&hash)
}

/// Whether an article is plural, so that the number is unknown: "des", "quelques", "unos".
fn is_plural_article(word: &str) -> bool {
    word.ends_with(['s', 'S'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_the_lexicon_has_a_sense() {
        let source: Source = toml::from_str(include_str!("../../lexicons/amounts.toml")).unwrap();
        for name in source.words.keys() {
            assert_ne!(sense(name), 0, "{name}");
        }
        for value in source.shares.values() {
            assert!(ratio(value).is_some(), "{value}");
        }
        assert_eq!(meaning("Dozen", None).group, Some(12));
        assert_eq!(meaning("tercios", None).number, Some(Ratio::new(1, 3)));
        assert_eq!(meaning("once", Some(Language::Es)).number, Some(Ratio::from_integer(11)));
        assert_eq!(meaning("once", Some(Language::En)).number, None);
    }
}
