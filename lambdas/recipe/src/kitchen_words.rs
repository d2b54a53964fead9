//! The words of the kitchen that name no food: data, read from `languages/kitchen.toml` at the first use.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::Words;

/// The words of all languages together, as stems; `languages/kitchen.toml` explains them.
#[derive(Debug, Default)]
pub(crate) struct KitchenWords {
    pub(crate) descriptors: HashSet<String>,
    pub(crate) links: HashSet<String>,
    pub(crate) ingredients: HashSet<String>,
    pub(crate) all: HashSet<String>,
    pub(crate) rest: HashSet<String>,
    pub(crate) dry: HashSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    descriptors: Vec<String>,
    links: Vec<String>,
    ingredients: Vec<String>,
    all: Vec<String>,
    rest: Vec<String>,
    dry: Vec<String>,
}

/// All words, read once.
pub(crate) static KITCHEN_WORDS: LazyLock<KitchenWords> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is compiled in, and a test reads it")]
    let sources: BTreeMap<String, Source> =
        toml::from_str(include_str!("../languages/kitchen.toml")).expect("the words are well-formed");
    let mut all = KitchenWords::default();
    for source in sources.into_values() {
        for (words, into) in [
            (source.descriptors, &mut all.descriptors),
            (source.links, &mut all.links),
            (source.ingredients, &mut all.ingredients),
            (source.all, &mut all.all),
            (source.rest, &mut all.rest),
            (source.dry, &mut all.dry),
        ] {
            into.extend(words.iter().map(|word| Words::of(word, 1).stems().collect()));
        }
    }
    all
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_every_language_are_read() {
        for word in ["chop", "fresh", "picad", "hach"] {
            let _ = word;
        }
        assert!(KITCHEN_WORDS.descriptors.contains("fresh"));
        assert!(KITCHEN_WORDS.descriptors.contains("picado"));
        assert!(KITCHEN_WORDS.descriptors.contains("hach"));
        assert!(
            KITCHEN_WORDS.ingredients.contains("ingrediente")
                || KITCHEN_WORDS.ingredients.contains("ingredient")
        );
    }
}
