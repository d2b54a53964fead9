//! The words of ingredient lines, by language: data, read from `lexicons/` at the first use.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Language;

/// The words of one language. Every word is stored as [`fold`] gives it.
#[derive(Debug)]
pub(crate) struct Lexicon {
    pub(crate) articles: HashSet<String>,
    pub(crate) numerals: HashSet<String>,
    pub(crate) ranges: HashSet<String>,
    pub(crate) links: HashSet<String>,
    pub(crate) modifiers: HashSet<String>,
    /// Each form of a unit with the unit's key.
    units: HashMap<String, String>,
    /// How many words the longest unit has.
    pub(crate) longest_unit: usize,
}

/// A lexicon as its file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    articles: Vec<String>,
    numerals: Vec<String>,
    ranges: Vec<String>,
    links: Vec<String>,
    modifiers: Vec<String>,
    units: BTreeMap<String, Vec<String>>,
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| read(include_str!("../lexicons/en.toml")));
static SPANISH: LazyLock<Lexicon> = LazyLock::new(|| read(include_str!("../lexicons/es.toml")));
static FRENCH: LazyLock<Lexicon> = LazyLock::new(|| read(include_str!("../lexicons/fr.toml")));

/// The lexicons to ask, in this order: pages name a wrong language often enough that the others help out.
pub(crate) fn in_order(language: Option<Language>) -> [&'static Lexicon; 3] {
    match language {
        None | Some(Language::En) => [&ENGLISH, &FRENCH, &SPANISH],
        Some(Language::Es) => [&SPANISH, &ENGLISH, &FRENCH],
        Some(Language::Fr) => [&FRENCH, &ENGLISH, &SPANISH],
    }
}

impl Lexicon {
    /// The key of the unit that `folded` is a form of, for instance `tablespoon` for `cucharada sopera`.
    pub(crate) fn unit(&self, folded: &str) -> Option<&str> {
        self.units.get(folded).map(String::as_str)
    }
}

fn read(source: &str) -> Lexicon {
    #[expect(clippy::expect_used, reason = "the file is compiled in, and a test reads each of them")]
    let source: Source = toml::from_str(source).expect("a lexicon is well-formed");
    let fold_all = |words: Vec<String>| words.iter().map(|word| fold(word)).collect();
    let mut units = HashMap::new();
    for (key, forms) in source.units {
        for form in forms {
            units.insert(fold(&form), key.clone());
        }
    }
    let longest_unit = units.keys().map(|form| form.split(' ').count()).max().unwrap_or_default();
    Lexicon {
        articles: fold_all(source.articles),
        numerals: fold_all(source.numerals),
        ranges: fold_all(source.ranges),
        links: fold_all(source.links),
        modifiers: fold_all(source.modifiers),
        units,
        longest_unit,
    }
}

/// Lower case without accents and full stops, so that "C. à S." and "c à s" are one form.
pub(crate) fn fold(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(fold_char).collect()
}

fn fold_char(c: char) -> Option<char> {
    Some(match c {
        '.' | '\u{300}'..='\u{36f}' => return None,
        'á' | 'à' | 'â' | 'ä' | 'ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        '’' => '\'',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lexicon_is_read_and_knows_its_multi_word_units() {
        assert_eq!(ENGLISH.unit("fl oz"), Some("fluid_ounce"));
        assert_eq!(SPANISH.unit(&fold("Cucharada sopera")), Some("tablespoon"));
        assert_eq!(FRENCH.unit(&fold("cuillères à soupe")), Some("tablespoon"));
        assert_eq!(FRENCH.longest_unit, 3);
    }

    #[test]
    fn a_form_belongs_to_one_unit_of_its_language() {
        for source in [
            include_str!("../lexicons/en.toml"),
            include_str!("../lexicons/es.toml"),
            include_str!("../lexicons/fr.toml"),
        ] {
            let source: Source = toml::from_str(source).unwrap();
            let mut owner = HashMap::new();
            for (key, forms) in &source.units {
                for form in forms {
                    if let Some(other) = owner.insert(fold(form), key) {
                        assert_eq!(other, key, "{form:?} is a form of two units");
                    }
                }
            }
        }
    }

    #[test]
    fn folding_drops_case_accents_and_full_stops() {
        assert_eq!(fold("C.À.S."), "cas");
        assert_eq!(fold("Puñado"), "punado");
        assert_eq!(fold("PINCÉE"), "pincee");
        assert_eq!(fold("d’"), "d'");
    }
}
