//! What an owner has put on a recipe for themselves: no part of what it says, and nobody else's.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::model::day::Day;
use crate::timestamp::Timestamp;

/// An owner's own marks on a recipe. No import writes over them, no stranger sees them, and a copy has few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Marks {
    /// Whether it is one of their favourites.
    pub favourite: bool,
    /// How good they find it: 1 to 5; `None` where they have not said.
    pub rating: Option<u8>,
    /// The names of their collections that it is in, as they were put: at most [`COLLECTIONS_LIMIT`], each once whatever
    /// its case.
    pub collections: Vec<String>,
    /// The days on which they have made it, the latest first: at most [`DAYS_LIMIT`], each once.
    pub made_on: Vec<Day>,
}

/// Collections that one recipe can be in.
pub const COLLECTIONS_LIMIT: usize = 20;

/// Characters in the name of a collection.
pub const COLLECTION_NAME_LIMIT: usize = 60;

/// Days that are remembered of one recipe: the latest ones.
pub const DAYS_LIMIT: usize = 200;

impl Marks {
    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Marks as another app has told them, within the bounds that hold here: a longer name is cut, of more collections the
    /// first are kept and of more days the latest, and what cannot be is left out.
    #[must_use]
    pub fn within_bounds(self, now: Timestamp) -> Self {
        let latest = Day::latest_at(now);
        let cut = |name: String| name.trim().chars().take(COLLECTION_NAME_LIMIT).collect::<String>();
        let mut collections = tidied_names(self.collections.into_iter().map(cut).collect());
        collections.truncate(COLLECTIONS_LIMIT);
        Self {
            favourite: self.favourite,
            rating: self.rating.filter(|rating| (1..=5).contains(rating)),
            collections,
            made_on: tidied_days(self.made_on.into_iter().filter(|day| *day <= latest).collect()),
        }
    }

    /// The marks of a copy of one's own recipe: it belongs with the original, but nobody has made or rated it yet.
    #[must_use]
    pub fn for_copy(self) -> Self {
        Self { collections: self.collections, ..Self::default() }
    }
}

/// Names of collections as they are kept: without the space around them, each once whatever its case, none empty.
pub(crate) fn tidied_names(names: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = BTreeSet::new();
    for name in names {
        // Nobody can type it and nothing shows it.
        let name = name.replace('\0', "");
        let name = name.trim();
        if !name.is_empty() && seen.insert(name.to_lowercase()) {
            kept.push(name.to_owned());
        }
    }
    kept
}

/// Days as they are kept: the latest ones, each once, the latest first.
pub(crate) fn tidied_days(mut days: Vec<Day>) -> Vec<Day> {
    days.sort_unstable_by(|a, b| b.cmp(a));
    days.dedup();
    days.truncate(DAYS_LIMIT);
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_app_tells_is_kept_within_our_bounds() {
        let now = Timestamp::try_from("2026-11-22T12:00:00.000Z".to_owned()).unwrap();
        let day = |text: &str| Day::try_from(text.to_owned()).unwrap();
        let told = Marks {
            favourite: true,
            rating: Some(6),
            collections: vec![" Noël ".to_owned(), "NOËL".to_owned(), " \0".to_owned(), "x".repeat(70)],
            made_on: vec![day("2026-01-01"), day("2999-01-01"), day("2026-11-23"), day("2026-01-01")],
        };
        let kept = Marks {
            favourite: true,
            rating: None,
            collections: vec!["Noël".to_owned(), "x".repeat(COLLECTION_NAME_LIMIT)],
            made_on: vec![day("2026-11-23"), day("2026-01-01")],
        };
        assert_eq!(told.within_bounds(now), kept);
        assert_eq!(kept.clone().within_bounds(now), kept);
        let many = Marks {
            rating: Some(5),
            collections: (0..100).map(|number| number.to_string()).collect(),
            made_on: (1000..3000).map(|year| day(&format!("{year}-06-01"))).collect(),
            ..Marks::default()
        };
        let kept = many.within_bounds(now);
        assert_eq!(
            (kept.rating, kept.collections.len(), kept.made_on.len()),
            (Some(5), COLLECTIONS_LIMIT, DAYS_LIMIT)
        );
        assert_eq!(kept.made_on.first(), Some(&day("2026-06-01")));
    }
}
