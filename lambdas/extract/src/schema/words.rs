//! Words that are looked for in structured data, read from `words/structured.toml` at the first use.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// What a step calls itself before its number.
    pub(super) steps: Vec<String>,
    /// Names of sections that are no part of the cooking.
    pub(super) asides: Vec<String>,
    /// What a page calls itself.
    pub(super) kinds: Vec<String>,
    /// Beginnings of words for the people who eat.
    pub(super) people: Vec<String>,
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is compiled in, and every test of this module reads it")]
    let words =
        toml::from_str(include_str!("../../words/structured.toml")).expect("the words are well-formed");
    words
});
