//! Calendar days without time and time zone.

use serde::{Deserialize, Serialize};
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use zest_core::Timestamp;

/// A day in the format `2026-11-22`, which sorts chronologically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(Date);

/// The text is not a valid day in this format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written as 2026-11-22")]
pub struct InvalidDay;

const FORM: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

const LENGTH: usize = 10;

impl Day {
    /// Tomorrow in UTC: no time zone has a later day.
    #[must_use]
    pub fn latest_at(now: Timestamp) -> Self {
        let today = OffsetDateTime::from_unix_timestamp(now.seconds()).map(OffsetDateTime::date);
        Self(today.ok().and_then(Date::next_day).unwrap_or(Date::MAX))
    }
}

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Self, InvalidDay> {
        // The parser would accept a sign before the year.
        let is_plain = text.len() == LENGTH;
        let date = is_plain.then(|| Date::parse(&text, FORM).ok()).flatten();
        date.map(Self).ok_or(InvalidDay)
    }
}

impl From<Day> for String {
    fn from(Day(date): Day) -> Self {
        date.format(FORM).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Result<Day, InvalidDay> {
        Day::try_from(text.to_owned())
    }

    #[test]
    fn day_format_sorts_and_parses_back() {
        for text in ["2026-11-22", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(day(text).map(String::from).as_deref(), Ok(text));
        }
        assert!(day("2026-11-22").unwrap() < day("2026-12-01").unwrap());
        for text in
            ["", "today", "2026-11-31", "2025-02-29", "2026-11-22Z", "20261122", "-026-11-22", "2026-W47-7"]
        {
            assert_eq!(day(text), Err(InvalidDay), "{text}");
        }
    }

    #[test]
    fn latest_day_is_tomorrow_in_utc() {
        let now = Timestamp::try_from("2026-12-31T23:59:59.999Z".to_owned()).unwrap();
        assert_eq!(Ok(Day::latest_at(now)), day("2027-01-01"));
        assert_eq!(Ok(Day::latest_at(Timestamp::from_millis(i64::MAX))), day("9999-12-31"));
    }
}
