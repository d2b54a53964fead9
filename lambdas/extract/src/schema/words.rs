//! Word lists of structured data, from `words/structured.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) steps: Vec<String>,
    pub(super) asides: Vec<String>,
    pub(super) kinds: Vec<String>,
    pub(super) numbers: HashMap<String, u32>,
    /// Prefixes of words for people or servings.
    pub(super) people: Vec<String>,
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests of this module")]
    let words =
        toml::from_str(include_str!("../../words/structured.toml")).expect("the words are well-formed");
    words
});
