//! What an owner has put on a recipe for themselves: no part of what it says, and nobody else's.

use crate::model::day::Day;

/// An owner's own marks on a recipe. No import writes over them, no stranger sees them, and a copy has few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// Days that are remembered of one recipe: the latest ones.
pub const DAYS_LIMIT: usize = 200;

impl Marks {
    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The marks of a copy of one's own recipe: it belongs with the original, but nobody has made or rated it yet.
    #[must_use]
    pub fn for_copy(self) -> Self {
        Self { collections: self.collections, ..Self::default() }
    }
}
