//! Lexicon of `headings/headings.toml`, which documents each list.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use super::folding::fold;
use super::topic::Topic;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    leads: Vec<String>,
    qualifiers: HashSet<String>,
    portions: HashSet<String>,
    counters: HashSet<String>,
    alone: HashSet<String>,
    links: HashSet<String>,
    units: HashSet<String>,
    noise: HashSet<String>,
    group_starts: Vec<String>,
    parts: HashSet<String>,
    ingredients: HashMap<String, Vec<String>>,
    steps: HashMap<String, Vec<String>>,
    others: HashMap<String, Vec<String>>,
}

pub(super) struct Phrases {
    pub(super) topics: HashMap<String, Topic>,
    pub(super) first_words: HashSet<String>,
    pub(super) leads: Vec<String>,
    pub(super) qualifiers: HashSet<String>,
    pub(super) portions: HashSet<String>,
    pub(super) counters: HashSet<String>,
    pub(super) alone: HashSet<String>,
    pub(super) links: HashSet<String>,
    pub(super) units: HashSet<String>,
    pub(super) noise: HashSet<String>,
    pub(super) group_starts: Vec<String>,
    pub(super) parts: HashSet<String>,
}

fn folded(words: HashSet<String>) -> HashSet<String> {
    words.iter().map(|word| fold(word)).collect()
}

pub(super) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let source: Source =
        toml::from_str(include_str!("../../headings/headings.toml")).expect("headings are well-formed");
    let mut phrases = Phrases {
        topics: HashMap::new(),
        first_words: HashSet::new(),
        leads: source.leads,
        qualifiers: folded(source.qualifiers),
        portions: folded(source.portions),
        counters: folded(source.counters),
        alone: folded(source.alone),
        links: folded(source.links),
        units: folded(source.units),
        noise: folded(source.noise),
        group_starts: source.group_starts,
        parts: source.parts,
    };
    // Later entries replace earlier ones: a phrase of several topics means ingredients, else steps.
    let parts = [
        (Topic::Other, source.others),
        (Topic::Steps, source.steps),
        (Topic::Ingredients, source.ingredients),
    ];
    for (topic, languages) in parts {
        for phrase in languages.into_values().flatten() {
            let phrase = fold(&phrase);
            let first = phrase.split(' ').next().unwrap_or_default().to_owned();
            phrases.first_words.insert(first);
            phrases.topics.insert(phrase, topic);
        }
    }
    phrases
});
