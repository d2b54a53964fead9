use serde::Deserialize;

use crate::book::field_change::Change;
use crate::error::AppError;
use crate::model::{COLLECTION_NAME_LIMIT, COLLECTIONS_LIMIT, Day, Marks, tidied_days, tidied_names};
use crate::refusal::Refusal;
use zest_core::Timestamp;

/// New values of the marks; absent values stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MarksEdit {
    /// Favourite; null for no change.
    pub favourite: Option<bool>,
    /// Rating, 1 to 5.
    pub rating: Change<u32>,
    /// All collections, at most 20 names of at most 60 characters; null for no change.
    pub collections: Option<Vec<String>>,
    /// All days on which the recipe was made; the latest 200 are stored. Null for no change.
    pub made_on: Option<Vec<Day>>,
}

impl MarksEdit {
    pub(super) fn tidied(self) -> Self {
        Self {
            collections: self.collections.map(tidied_names),
            made_on: self.made_on.map(tidied_days),
            ..self
        }
    }

    pub(super) fn check(&self, now: Timestamp) -> Result<(), AppError> {
        let names = self.collections.as_deref().unwrap_or_default();
        let latest = self.made_on.as_deref().unwrap_or_default().first();
        let rules = [
            (self.rating.value().is_some_and(|rating| !(1..=5).contains(rating)), Refusal::RatingOutOfBounds),
            (names.len() > COLLECTIONS_LIMIT, Refusal::TooManyCollections),
            (names.iter().any(|name| name.chars().count() > COLLECTION_NAME_LIMIT), Refusal::LongCollection),
            (latest.is_some_and(|day| *day > Day::latest_at(now)), Refusal::FutureDay),
        ];
        match rules.into_iter().find(|(broken, _)| *broken) {
            Some((_, refusal)) => Err(AppError::InvalidInput(refusal)),
            None => Ok(()),
        }
    }

    pub(super) fn write_into(&self, marks: &mut Marks) {
        if let Some(favourite) = self.favourite {
            marks.favourite = favourite;
        }
        match self.rating {
            Change::Keep => {}
            Change::Empty => marks.rating = None,
            Change::To(rating) => marks.rating = u8::try_from(rating).ok(),
        }
        if let Some(names) = &self.collections {
            marks.collections.clone_from(names);
        }
        if let Some(days) = &self.made_on {
            marks.made_on.clone_from(days);
        }
    }
}
