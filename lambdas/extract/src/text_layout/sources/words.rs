use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) headers: HashSet<String>,
    pub(super) subjects: HashSet<String>,
    pub(super) answers: HashSet<String>,
    pub(super) dividers: HashSet<String>,
    pub(super) wrote: Vec<String>,
    pub(super) greetings: HashSet<String>,
    pub(super) farewells: HashSet<String>,
    pub(super) introductions: HashSet<String>,
    pub(super) chapters: HashSet<String>,
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by the tests of `mail`")]
    toml::from_str(include_str!("../../../headings/sources.toml")).expect("the words are well-formed")
});
