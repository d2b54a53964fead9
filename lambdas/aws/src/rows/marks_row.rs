//! The owner's marks on a recipe: favourite, rating, collections, cooking days.

use app::model::{Day, Marks};
use serde::{Deserialize, Serialize};

/// Unset marks are absent.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MarksRow {
    #[serde(default, skip_serializing_if = "is_unmarked")]
    favourite: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    collections: Vec<String>,
    /// Days, latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made_on: Vec<Day>,
}

/// Whether the attribute can be omitted.
pub(super) fn is_unmarked(favourite: &bool) -> bool {
    !favourite
}

impl MarksRow {
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
