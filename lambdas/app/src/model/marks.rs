use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::model::day::Day;
use zest_core::Timestamp;

/// Private marks. Imports do not overwrite them, other users do not see them, and copies only contain the
/// collections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Marks {
    /// Whether it is a favourite.
    pub favourite: bool,
    /// Rating, 1 to 5.
    pub rating: Option<u8>,
    /// Collection names, at most [`COLLECTIONS_LIMIT`], unique ignoring case.
    pub collections: Vec<String>,
    /// Days on which it was made, latest first, unique, at most [`DAYS_LIMIT`].
    pub made_on: Vec<Day>,
}

/// Maximum collections per recipe.
pub const COLLECTIONS_LIMIT: usize = 20;

/// Maximum characters of a collection name.
pub const COLLECTION_NAME_LIMIT: usize = 60;

/// Maximum days per recipe; the latest are kept.
pub const DAYS_LIMIT: usize = 200;

impl Marks {
    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Limits marks from another app, and drops invalid values.
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

    /// Marks of the owner's copy: collections only.
    #[must_use]
    pub fn for_copy(self) -> Self {
        Self { collections: self.collections, ..Self::default() }
    }
}

pub(crate) fn tidied_names(names: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = BTreeSet::new();
    for name in names {
        // NUL cannot be typed or displayed.
        let name = name.replace('\0', "");
        let name = name.trim();
        if !name.is_empty() && seen.insert(name.to_lowercase()) {
            kept.push(name.to_owned());
        }
    }
    kept
}

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
    fn marks_of_another_app_are_limited() {
        let now = Timestamp::try_from("2026-11-22T12:00:00.000Z".to_owned()).unwrap();
        let day = |text: &str| Day::try_from(text.to_owned()).unwrap();
        let unbounded = Marks {
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
        assert_eq!(unbounded.within_bounds(now), kept);
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
