use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

/// Milliseconds since 1970, UTC; formatted as `2026-11-21T07:38:00.123Z`, which sorts chronologically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp {
    millis: i64,
}

/// The text is not an RFC 3339 timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a moment is written as 2026-11-21T07:38:00.123Z")]
pub struct InvalidTimestamp;

impl Timestamp {
    /// Creates a timestamp from milliseconds since 1970.
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        Self { millis }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.millis
    }

    /// Whole seconds since 1970.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.millis.div_euclid(1000)
    }

    /// Adds a duration in whole milliseconds; saturates.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self { millis: self.millis.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)) }
    }

    /// Subtracts a duration in whole milliseconds; saturates.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self { millis: self.millis.saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)) }
    }
}

impl From<SystemTime> for Timestamp {
    fn from(moment: SystemTime) -> Self {
        let since = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { millis: i64::try_from(since.as_millis()).unwrap_or(i64::MAX) }
    }
}

impl From<Timestamp> for String {
    fn from(moment: Timestamp) -> Self {
        let format =
            format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(moment.millis) * 1_000_000)
            .ok()
            .and_then(|date| date.format(format).ok())
            // Fails only outside the years 0 to 9999.
            .unwrap_or_else(|| "9999-12-31T23:59:59.999Z".to_owned())
    }
}

impl TryFrom<String> for Timestamp {
    type Error = InvalidTimestamp;

    fn try_from(text: String) -> Result<Self, InvalidTimestamp> {
        let date = OffsetDateTime::parse(&text, &Rfc3339).map_err(|_| InvalidTimestamp)?;
        Ok(Self { millis: i64::try_from(date.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_format_sorts_and_parses_back() {
        let moment = Timestamp::from_millis(1_795_246_680_007);
        let text = String::from(moment);
        assert_eq!(text, "2026-11-21T07:38:00.007Z");
        assert_eq!(Timestamp::try_from(text), Ok(moment));
        assert_eq!(Timestamp::try_from("yesterday".to_owned()), Err(InvalidTimestamp));
    }
}
