//! The owner's marks in the exporting app (favourite, rating, collections); not part of the recipe.

use serde_json::Value;

use crate::exchange::fields::{Object, names};

/// An owner's marks. The importer limits their number and length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedMarks {
    /// Whether the recipe is a favourite.
    pub favourite: bool,
    /// Rating from 1 to 5.
    pub rating: Option<u8>,
    /// Names of collections.
    pub collections: Vec<String>,
    /// Days on which the recipe was made, as `2026-11-22`. Unordered, and not validated against the calendar.
    pub made_on: Vec<String>,
}

const MOST: usize = 1_000;
/// Property in our own JSON-LD; schema.org has no terms for most marks.
const OF_JSON_LD: &str = "zestMarks";

pub(crate) fn own(node: &Object) -> ExportedMarks {
    let days = node.get("madeOn").and_then(Value::as_array).into_iter().flatten();
    ExportedMarks {
        favourite: is_set(node.get("favourite")),
        rating: rating(node.get("rating")),
        collections: names(node.get("collections")).into_iter().take(MOST).map(str::to_owned).collect(),
        made_on: days.filter_map(Value::as_str).filter_map(day).take(MOST).collect(),
    }
}

/// Reads marks only from our own JSON-LD: the ratings of other sites are not the owner's.
pub(crate) fn of_json_ld(node: &Object) -> ExportedMarks {
    node.get(OF_JSON_LD).and_then(Value::as_object).map(own).unwrap_or_default()
}

pub(crate) fn rating(value: Option<&Value>) -> Option<u8> {
    match value? {
        Value::Number(number) => stars(number.as_f64()?),
        Value::String(text) => stars(text.trim().parse().ok()?),
        _ => None,
    }
}

fn stars(number: f64) -> Option<u8> {
    // Greater than zero and at most five, so the cast is exact.
    (number > 0.0 && number <= 5.0).then(|| (number.round() as u8).max(1))
}

pub(crate) fn is_set(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(is_set)) => *is_set,
        Some(Value::Number(number)) => number.as_i64() == Some(1),
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true") || text == "1",
        _ => false,
    }
}

pub(crate) fn day(moment: &str) -> Option<String> {
    let (day, rest) = moment.trim().split_at_checked(10)?;
    let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (is_day && !rest.starts_with(|c: char| c.is_ascii_digit())).then(|| day.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ratings_are_parsed_from_numbers_and_texts() {
        for (value, expected) in [
            (json!(5), Some(5)),
            (json!(4.5), Some(5)),
            (json!(0.2), Some(1)),
            (json!("3"), Some(3)),
            (json!(0), None),
            (json!(-1), None),
            (json!(6), None),
            (json!(1e300), None),
            (json!("many"), None),
            (json!("NaN"), None),
            (json!(null), None),
            (json!([5]), None),
        ] {
            assert_eq!(rating(Some(&value)), expected, "{value}");
        }
    }

    #[test]
    fn days_are_parsed_from_timestamps() {
        for (moment, expected) in [
            ("2026-11-22", Some("2026-11-22")),
            (" 2026-11-22T18:30:00+00:00", Some("2026-11-22")),
            ("2026-11-22 18:30:00", Some("2026-11-22")),
            ("2026-11-221", None),
            ("22.11.2026", None),
            ("2026-11-2é", None),
            ("", None),
        ] {
            assert_eq!(day(moment).as_deref(), expected, "{moment:?}");
        }
    }

    #[test]
    fn mark_is_set_only_by_one_or_true() {
        for value in [json!(true), json!(1), json!("True"), json!("1")] {
            assert!(is_set(Some(&value)), "{value}");
        }
        for value in [json!(false), json!(0), json!(2), json!("yes"), json!(null), json!([true])] {
            assert!(!is_set(Some(&value)), "{value}");
        }
        assert!(!is_set(None));
    }
}
