//! Head nouns of food names: "oil" in "olive oil", "aceite" in "aceite de oliva".

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::table::{AISLES, OTHER, rows};
use crate::fold;
use crate::lexicon::IdentityHasher;

static HEADS: LazyLock<HashSet<u64, BuildHasherDefault<IdentityHasher>>> = LazyLock::new(|| {
    const ENGLISH: usize = 0;
    let rows = AISLES.into_iter().flat_map(|(_, text)| rows(text));
    let cells = rows.flat_map(|row| row.into_iter().take(OTHER).enumerate());
    let names = cells.flat_map(|(language, cell)| cell.split('|').map(move |name| (language, name)));
    let heads = names.filter_map(|(language, name)| {
        let mut words = name.split(' ');
        // Spanish and French names begin with the head noun.
        let head = if language == ENGLISH { words.next_back() } else { words.next() };
        head.filter(|head| head.chars().count() > 1)
    });
    heads.map(fold::stem_hash).collect()
});

pub(crate) fn is_head_noun(stem: u64) -> bool {
    HEADS.contains(&stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_noun_is_last_in_english_and_first_elsewhere() {
        for head in ["oil", "oils", "tomatoes", "aceite", "œuf", "oeufs"] {
            assert!(is_head_noun(fold::stem_hash(head)), "{head}");
        }
        for other in ["olive-green", "chopped", "virgin", "de"] {
            assert!(!is_head_noun(fold::stem_hash(other)), "{other}");
        }
    }
}
