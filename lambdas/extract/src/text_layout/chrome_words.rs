//! Lexicon of text around a recipe, from `headings/chrome.toml`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) ends: HashSet<String>,
    pub(super) commented: Vec<String>,
    #[serde(deserialize_with = "by_first_word")]
    pub(super) adverts: HashMap<String, Vec<String>>,
    #[serde(deserialize_with = "by_first_word")]
    pub(super) voices: HashMap<String, Vec<String>>,
    pub(super) buttons: HashSet<String>,
    pub(super) votes: HashSet<String>,
    pub(super) pages: HashSet<String>,
    pub(super) facts: HashSet<String>,
    pub(super) before_hyphen: HashSet<String>,
    pub(super) after_hyphen: HashSet<String>,
    pub(super) enclitics: HashSet<String>,
    #[serde(deserialize_with = "by_first_word")]
    pub(super) leads_to_others: HashMap<String, Vec<String>>,
    pub(super) others: HashSet<String>,
    pub(super) open_ends: HashSet<String>,
}

fn by_first_word<'de, D: Deserializer<'de>>(source: D) -> Result<HashMap<String, Vec<String>>, D::Error> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for phrase in Vec::<String>::deserialize(source)? {
        let first = phrase.split(' ').next().unwrap_or_default().to_owned();
        found.entry(first).or_default().push(phrase);
    }
    Ok(found)
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by the tests of `chrome`")]
    toml::from_str(include_str!("../../headings/chrome.toml")).expect("the words are well-formed")
});
