//! Kitchen words that are not foods, from `languages/kitchen.toml`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::Words;

/// Stems of all languages. `languages/kitchen.toml` explains the fields.
#[derive(Debug, Default)]
pub(crate) struct KitchenWords {
    pub(crate) descriptors: HashSet<String>,
    pub(crate) links: HashSet<String>,
    pub(crate) stops: HashSet<String>,
    pub(crate) either: HashSet<String>,
    pub(crate) aside: HashSet<String>,
    pub(crate) frying: HashSet<String>,
    pub(crate) utensils: HashSet<String>,
    pub(crate) ingredients: HashSet<String>,
    pub(crate) all: HashSet<String>,
    pub(crate) rest: HashSet<String>,
    pub(crate) dry: HashSet<String>,
    pub(crate) wet: HashSet<String>,
    pub(crate) mixtures: HashSet<String>,
    pub(crate) groups: HashMap<String, String>,
    pub(crate) verbs: HashMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    descriptors: Vec<String>,
    links: Vec<String>,
    stops: Vec<String>,
    either: Vec<String>,
    aside: Vec<String>,
    frying: Vec<String>,
    utensils: Vec<String>,
    ingredients: Vec<String>,
    all: Vec<String>,
    rest: Vec<String>,
    dry: Vec<String>,
    wet: Vec<String>,
    mixtures: Vec<String>,
    groups: BTreeMap<String, Vec<String>>,
    verbs: BTreeMap<String, Vec<String>>,
}

pub(crate) static KITCHEN_WORDS: LazyLock<KitchenWords> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let sources: BTreeMap<String, Source> =
        toml::from_str(include_str!("../languages/kitchen.toml")).expect("the words are well-formed");
    let mut all = KitchenWords::default();
    for source in sources.into_values() {
        for (words, into) in [
            (source.descriptors, &mut all.descriptors),
            (source.links, &mut all.links),
            (source.stops, &mut all.stops),
            (source.either, &mut all.either),
            (source.aside, &mut all.aside),
            (source.frying, &mut all.frying),
            (source.utensils, &mut all.utensils),
            (source.ingredients, &mut all.ingredients),
            (source.all, &mut all.all),
            (source.rest, &mut all.rest),
            (source.dry, &mut all.dry),
            (source.wet, &mut all.wet),
            (source.mixtures, &mut all.mixtures),
        ] {
            into.extend(words.iter().map(|word| stem(word)));
        }
        for (group, words) in source.groups {
            all.groups.extend(words.iter().map(|word| (stem(word), group.clone())));
        }
        all.verbs.extend(source.verbs.into_iter().map(|(verb, foods)| (stem(&verb), foods)));
    }
    all
});

fn stem(word: &str) -> String {
    Words::of(word, 1).stems().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kitchen_words_of_each_language_are_loaded() {
        for (set, words) in [
            (&KITCHEN_WORDS.descriptors, "fresh picados hachées"),
            (&KITCHEN_WORDS.ingredients, "ingredients ingredientes ingrédients"),
            (&KITCHEN_WORDS.links, "of del du"),
        ] {
            for word in Words::of(words, 10).stems() {
                assert!(set.contains(word), "{word}");
            }
        }
        assert_eq!(KITCHEN_WORDS.groups.get("queso").map(String::as_str), Some("cheese"));
        assert_eq!(KITCHEN_WORDS.verbs.get("saler").map(Vec::len), Some(1));
    }
}
