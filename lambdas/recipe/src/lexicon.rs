//! Lexicons of words in ingredient lines, one per language, from `lexicons/`.

use crate::span::Places;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Language;
use crate::fold;
use crate::unit::Unit;

pub(crate) type Classes = u32;

pub(crate) struct Class;

impl Class {
    /// An amount only if a unit follows: "a pinch".
    pub(crate) const ARTICLE: Classes = 1;
    /// Number word: "two", "dos", "une".
    pub(crate) const NUMERAL: Classes = 1 << 1;
    /// Joins the ends of a range: "to".
    pub(crate) const RANGE: Classes = 1 << 2;
    /// Links unit and name: "of".
    pub(crate) const LINK: Classes = 1 << 3;
    /// Size or fill: "large", "heaped".
    pub(crate) const SIZE: Classes = 1 << 4;
    /// First word of a multi-word unit: "fl".
    pub(crate) const PREFIX: Classes = 1 << 5;
    /// Approximation: "about".
    pub(crate) const ROUGHLY: Classes = 1 << 6;
    /// Preparation: "chopped".
    pub(crate) const PREPARED: Classes = 1 << 7;
    /// Manner of preparation: "finely".
    pub(crate) const MANNER: Classes = 1 << 8;
    /// Joins amounts that add up: "plus".
    pub(crate) const PLUS: Classes = 1 << 9;
    /// Applies per counted item: "each".
    pub(crate) const EACH: Classes = 1 << 10;
    /// Joins alternatives: "or".
    pub(crate) const OR: Classes = 1 << 11;
    /// Joins two items: "and".
    pub(crate) const AND: Classes = 1 << 12;
    /// Starts a remark: "for", "optional", "to taste".
    pub(crate) const REMARK: Classes = 1 << 13;
    /// Part of a fruit: "juice", "zest".
    pub(crate) const FRUIT_PART: Classes = 1 << 14;
    /// Joins the part of a fruit and its name ("from"), or an accompanying ingredient ("with").
    pub(crate) const WITH: Classes = 1 << 15;
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    classes: [Classes; 3],
    units: [Option<Unit>; 3],
    /// Numerator and denominator, per language.
    numerals: [Option<(u16, u16)>; 3],
    /// Unit in a language without its own lexicon; valid only directly after an amount.
    foreign: Option<Unit>,
    /// Whether the form is a food name that starts like a unit: "noix de muscade".
    pub(crate) is_compound: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    articles: Vec<String>,
    numerals: BTreeMap<String, String>,
    ranges: Vec<String>,
    links: Vec<String>,
    sizes: Vec<String>,
    roughly: Vec<String>,
    prepared: Vec<String>,
    manners: Vec<String>,
    plus: Vec<String>,
    each: Vec<String>,
    or: Vec<String>,
    and: Vec<String>,
    remarks: Vec<String>,
    taken: Vec<String>,
    with: Vec<String>,
    compounds: Vec<String>,
    units: BTreeMap<Unit, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Foreign {
    links: Vec<String>,
    units: BTreeMap<Unit, Vec<String>>,
}

const FOREIGN: &str = include_str!("../lexicons/other.toml");

#[derive(Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Table = HashMap<u64, Entry, BuildHasherDefault<IdentityHasher>>;

const SOURCES: [&str; 3] = [
    include_str!("../lexicons/en.toml"),
    include_str!("../lexicons/es.toml"),
    include_str!("../lexicons/fr.toml"),
];

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for (index, text) in SOURCES.iter().enumerate() {
        #[expect(clippy::expect_used, reason = "the compiled-in files are covered by a test")]
        let source: Source = toml::from_str(text).expect("a lexicon is well-formed");
        enter(&mut table, index, source);
    }
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    enter_foreign(&mut table, toml::from_str(FOREIGN).expect("a lexicon is well-formed"));
    table
});

fn enter(table: &mut Table, index: usize, source: Source) {
    let classed = [
        (Class::ARTICLE, source.articles),
        (Class::RANGE, source.ranges),
        (Class::LINK, source.links),
        (Class::SIZE, source.sizes),
        (Class::ROUGHLY, source.roughly),
        (Class::PREPARED, source.prepared),
        (Class::MANNER, source.manners),
        (Class::PLUS, source.plus),
        (Class::EACH, source.each),
        (Class::OR, source.or),
        (Class::AND, source.and),
        (Class::REMARK, source.remarks),
        (Class::FRUIT_PART, source.taken),
        (Class::WITH, source.with),
    ];
    for (class, words) in classed {
        for word in words {
            table.entry(fold::hash(&word)).or_default().add(index, class);
        }
    }
    for (word, value) in source.numerals {
        let entry = table.entry(fold::hash(&word)).or_default();
        entry.add(index, Class::NUMERAL);
        let (numerator, denominator) = value.split_once('/').unwrap_or((value.as_str(), "1"));
        entry.numerals.put(index, numerator.parse().ok().zip(denominator.parse().ok()));
    }
    for (unit, forms) in source.units {
        for form in forms {
            add_form(table, &form).units.put(index, Some(unit));
        }
    }
    for name in source.compounds {
        add_form(table, &name).is_compound = true;
    }
}

fn enter_foreign(table: &mut Table, source: Foreign) {
    for word in source.links {
        table.entry(fold::hash(&word)).or_default().classes[0] |= Class::LINK;
    }
    for (unit, forms) in source.units {
        for form in forms {
            add_form(table, &form).foreign = Some(unit);
        }
    }
}

/// Marks the first words of a multi-word unit as [`Class::PREFIX`].
fn add_form<'a>(table: &'a mut Table, form: &str) -> &'a mut Entry {
    let mut words = form.split(' ');
    let mut hash = next_word(None, words.next().unwrap_or_default());
    for word in words {
        // Prefix marks are valid in every language.
        table.entry(hash).or_default().classes[0] |= Class::PREFIX;
        hash = next_word(Some(hash), word);
    }
    table.entry(hash).or_default()
}

/// Hash of a multi-word form.
pub(crate) fn next_word(before: Option<u64>, word: &str) -> u64 {
    before.map_or_else(|| fold::hash(word), |before| fold::extend(fold::step(before, ' '), word))
}

pub(crate) fn entry(hash: u64) -> Option<Entry> {
    TABLE.get(&hash).copied()
}

impl Entry {
    fn add(&mut self, language: usize, class: Classes) {
        let classes = self.classes.at(language) | class;
        self.classes.put(language, classes);
    }

    /// Classes in any language, except numerals, which are valid only in the line's language.
    pub(crate) fn classes(&self, language: Option<Language>) -> Classes {
        const OWN_ONLY: Classes = Class::NUMERAL;
        let all = self.classes.iter().fold(0, |all, classes| all | classes);
        // "once" means 11 in Spanish, an ounce in French, and a time in English.
        (all & !OWN_ONLY) | (self.classes.at(index(language)) & OWN_ONLY)
    }

    pub(crate) fn own_classes(&self, language: Option<Language>) -> Classes {
        self.classes.at(index(language))
    }

    /// Unit of the word in the line's language, or else in any other: pages often declare a wrong language.
    pub(crate) fn unit(&self, language: Option<Language>) -> Option<Unit> {
        self.units.at(index(language)).or_else(|| {
            [Language::En, Language::Fr, Language::Es]
                .into_iter()
                .find_map(|other| self.units.at(index(Some(other))))
        })
    }

    /// Like [`Self::unit`], including units of languages without a lexicon.
    pub(crate) fn unit_after_amount(&self, language: Option<Language>) -> Option<Unit> {
        self.unit(language).or(self.foreign)
    }

    pub(crate) fn numeral(&self, language: Option<Language>) -> Option<(u16, u16)> {
        self.numerals.at(index(language))
    }
}

impl Unit {
    /// Unit with this form, e.g. [`Unit::Tablespoon`] for `cuillères à soupe` or `Tbsp.`. `language` takes
    /// precedence.
    #[must_use]
    pub fn find(text: &str, language: Option<Language>) -> Option<Self> {
        unit(text.trim(), language)
    }
}

pub(crate) fn unit(text: &str, language: Option<Language>) -> Option<Unit> {
    if is_capital_spoon(text) {
        return Some(Unit::Tablespoon);
    }
    entry_of(text)?.unit_after_amount(language)
}

pub(crate) fn unit_in(text: &str, language: Language) -> Option<Unit> {
    entry_of(text)?.units.at(index(Some(language)))
}

fn entry_of(text: &str) -> Option<Entry> {
    let mut hash = None;
    for word in text.split_whitespace().take(6) {
        let word = ["(s)", "(es)"].iter().find_map(|plural| word.strip_suffix(plural)).unwrap_or(word);
        hash = Some(next_word(hash, word));
    }
    entry(hash?)
}

/// Whether the word means a tablespoon; "t" is a teaspoon.
pub(crate) fn is_capital_spoon(word: &str) -> bool {
    matches!(word, "T" | "T.")
}

fn index(language: Option<Language>) -> usize {
    match language {
        None | Some(Language::En) => 0,
        Some(Language::Es) => 1,
        Some(Language::Fr) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multi_word_unit_is_found_in_each_lexicon() {
        for (text, language, expected) in [
            ("fl oz", Language::En, Some(Unit::FluidOunce)),
            ("Fl. Oz.", Language::En, Some(Unit::FluidOunce)),
            ("Cucharada sopera", Language::Es, Some(Unit::Tablespoon)),
            ("cuillères à soupe", Language::Fr, Some(Unit::Tablespoon)),
            ("cuillère(s) à soupe", Language::Fr, Some(Unit::Tablespoon)),
            ("c. à s.", Language::Fr, Some(Unit::Tablespoon)),
            ("T", Language::En, Some(Unit::Tablespoon)),
            ("t", Language::En, Some(Unit::Teaspoon)),
            ("t", Language::Fr, Some(Unit::Cup)),
            ("tasses", Language::En, Some(Unit::Cup)),
            ("fl", Language::En, None),
            ("Esslöffel", Language::En, Some(Unit::Tablespoon)),
            ("colher de chá", Language::Es, Some(Unit::Teaspoon)),
            ("flour", Language::En, None),
            ("", Language::En, None),
        ] {
            assert_eq!(unit(text, Some(language)), expected, "{text:?}");
        }
    }

    #[test]
    fn unit_form_is_unique_within_a_language() {
        for text in SOURCES {
            let source: Source = toml::from_str(text).unwrap();
            let mut owner = HashMap::new();
            for (unit, forms) in &source.units {
                for form in forms {
                    if let Some(other) = owner.insert(fold::fold(form), unit) {
                        assert_eq!(other, unit, "{form:?} is a form of two units");
                    }
                }
            }
        }
    }

    #[test]
    fn foreign_unit_form_is_unique_and_not_in_another_lexicon() {
        let foreign: Foreign = toml::from_str(FOREIGN).unwrap();
        let mut owner = HashMap::new();
        for (unit, forms) in &foreign.units {
            for form in forms {
                let other = owner.insert(fold::fold(form), unit);
                assert!(other.is_none(), "{form:?} is written twice");
            }
        }
        let entry = entry(fold::hash("el")).unwrap();
        assert_eq!(entry.unit(Some(Language::Es)), None);
        assert_eq!(entry.unit_after_amount(Some(Language::Es)), Some(Unit::Tablespoon));
    }

    #[test]
    fn numeral_has_a_value_in_its_own_language_only() {
        let numeral =
            |word: &str, language| entry(fold::hash(word)).and_then(|entry| entry.numeral(Some(language)));
        assert_eq!(numeral("Half", Language::En), Some((1, 2)));
        assert_eq!(numeral("once", Language::Es), Some((11, 1)));
        assert_eq!(numeral("once", Language::En), None);
        for text in SOURCES {
            let source: Source = toml::from_str(text).unwrap();
            for (word, value) in &source.numerals {
                let mut table = Table::default();
                enter(&mut table, 0, toml::from_str(text).unwrap());
                let read = table[&fold::hash(word)].numerals[0];
                assert!(read.is_some_and(|(_, denominator)| denominator > 0), "{word:?} = {value:?}");
            }
        }
    }
}
