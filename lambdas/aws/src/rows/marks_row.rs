//! What an owner has put on a recipe for themselves, as its row holds it.

use app::model::{Day, Marks};
use serde::{Deserialize, Serialize};

/// Each is absent where there is none.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MarksRow {
    #[serde(default, skip_serializing_if = "is_unmarked")]
    favourite: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    collections: Vec<String>,
    /// The latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made_on: Vec<Day>,
}

/// Whether the attribute says nothing, so that it need not stand there.
pub(super) fn is_unmarked(favourite: &bool) -> bool {
    !favourite
}

impl MarksRow {
    /// The row's part, or `None` where nothing is marked.
    pub(super) fn of(marks: Marks) -> Option<Self> {
        let is_empty = marks.is_empty();
        let Marks { favourite, rating, collections, made_on } = marks;
        (!is_empty).then_some(Self { favourite, rating, collections, made_on })
    }
}

impl From<MarksRow> for Marks {
    fn from(row: MarksRow) -> Self {
        let MarksRow { favourite, rating, collections, made_on } = row;
        Self { favourite, rating, collections, made_on }
    }
}
