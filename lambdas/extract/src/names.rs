//! Determines the roles of elements from their class names and ids.

use recipe::{Places, Span};
use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::dom::{Dom, NodeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    Recipe,
    Title,
    Ingredients,
    Steps,
    Group,
    /// Content unrelated to its surroundings.
    Aside,
    /// Amount, unit or name within an ingredient line.
    Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) role: Role,
    /// Whether the whole name is a plugin's, not only a word in it.
    pub(crate) is_plugin: bool,
}

/// Whether the element's class names or id mean comments, related recipes or buttons.
pub(crate) fn is_aside(dom: &Dom, id: NodeId) -> bool {
    mark(dom, id).is_some_and(|mark| mark.role == Role::Aside)
}

pub(crate) fn mark(dom: &Dom, id: NodeId) -> Option<Mark> {
    let mut by_word = None;
    for names in [dom.attribute(id, "class"), dom.attribute(id, "id")].into_iter().flatten() {
        for name in names.split_ascii_whitespace() {
            if let Some(role) = NAMES.plugins.get(name) {
                return Some(Mark { role, is_plugin: true });
            }
            by_word = match (by_word, word_role(name)) {
                (None | Some(Role::Ingredients | Role::Steps), Some(role)) => Some(role),
                (known, _) => known,
            };
        }
    }
    by_word.map(|role| Mark { role, is_plugin: false })
}

/// The role of a name from its words: `RecipeCard_ingredientList` has recipe, card, ingredient, list.
fn word_role(name: &str) -> Option<Role> {
    let bytes = name.as_bytes();
    let mut start = 0;
    let mut found = None;
    for at in 0..=bytes.len() {
        // Past the end, `bytes.at` returns 0, which ends the last word.
        let (byte, before) = (bytes.at(at), bytes.at(at.saturating_sub(1)));
        let ends = !byte.is_ascii_alphabetic() && byte.is_ascii()
            || at > start && byte.is_ascii_uppercase() && before.is_ascii_lowercase();
        if !ends {
            continue;
        }
        match NAMES.words.get(name.span(start..at)) {
            // "ingredient-heading" and "ingredient-amount" do not name an ingredient list.
            Some(role @ (Role::Group | Role::Part)) => return Some(role),
            role => found = found.or(role),
        }
        start = if byte.is_ascii_alphabetic() { at } else { at + 1 };
    }
    found
}

#[derive(Deserialize)]
struct Source {
    plugins: HashMap<Role, Vec<String>>,
    words: HashMap<Role, Vec<String>>,
}

struct Names {
    plugins: Table,
    words: Table,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let source: Source =
        toml::from_str(include_str!("../headings/names.toml")).expect("names are well-formed");
    Names { plugins: Table::of(source.plugins), words: Table::of(source.words) }
});

/// Table of names. First byte and length reject most names without hashing.
struct Table {
    roles: HashMap<String, Role>,
    /// For each first byte, the set of lengths as bits.
    lengths: [u64; 256],
}

impl Table {
    fn of(source: HashMap<Role, Vec<String>>) -> Self {
        let mut table = Self { roles: HashMap::new(), lengths: [0; 256] };
        for (role, names) in source {
            for name in names {
                if let Some(first) = name.bytes().next().filter(|_| name.len() < 64) {
                    let first = usize::from(first.to_ascii_lowercase());
                    let lengths = table.lengths.at(first) | 1 << name.len();
                    table.lengths.put(first, lengths);
                    table.roles.insert(name.to_ascii_lowercase(), role);
                }
            }
        }
        table
    }

    fn get(&self, name: &str) -> Option<Role> {
        let first = name.bytes().next()?.to_ascii_lowercase();
        if name.len() >= 64 || self.lengths.at(usize::from(first)) & (1 << name.len()) == 0 {
            return None;
        }
        if name.bytes().any(|b| b.is_ascii_uppercase()) {
            return self.roles.get(&name.to_ascii_lowercase()).copied();
        }
        self.roles.get(name).copied()
    }
}
