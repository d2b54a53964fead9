//! What its owner had put on a recipe in the app that has exported it: no part of what the recipe says.

use serde_json::Value;

use crate::exchange::fields::{Object, names};

/// An owner's marks as an export tells them. How many there may be, and how long, is for whoever takes them in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedMarks {
    /// Whether it was one of their favourites.
    pub favourite: bool,
    /// How good they found it, 1 to 5.
    pub rating: Option<u8>,
    /// The names of their collections that it was in.
    pub collections: Vec<String>,
    /// Days on which they made it, as `2026-11-22`, in any order. There may be no such day in the calendar.
    pub made_on: Vec<String>,
}

/// So many names and days of one recipe are looked at.
const MOST: usize = 1_000;
/// The member of our JSON-LD that holds them. The vocabulary has none for most of them.
const OF_JSON_LD: &str = "zestMarks";

/// Marks by the names that our own interface has for them.
pub(crate) fn own(node: &Object) -> ExportedMarks {
    let days = node.get("madeOn").and_then(Value::as_array).into_iter().flatten();
    ExportedMarks {
        favourite: is_set(node.get("favourite")),
        rating: rating(node.get("rating")),
        collections: names(node.get("collections")).into_iter().take(MOST).map(str::to_owned).collect(),
        made_on: days.filter_map(Value::as_str).filter_map(day).take(MOST).collect(),
    }
}

/// The marks in a node of JSON-LD that we have written. What others say of a recipe there is not its owner's.
pub(crate) fn of_json_ld(node: &Object) -> ExportedMarks {
    node.get(OF_JSON_LD).and_then(Value::as_object).map(own).unwrap_or_default()
}

/// A rating of one to five stars, halves and all; none says nothing.
pub(crate) fn rating(value: Option<&Value>) -> Option<u8> {
    match value? {
        Value::Number(number) => stars(number.as_f64()?),
        Value::String(text) => stars(text.trim().parse().ok()?),
        _ => None,
    }
}

fn stars(number: f64) -> Option<u8> {
    // Above zero and up to five, so the cast is exact.
    (number > 0.0 && number <= 5.0).then(|| (number.round() as u8).max(1))
}

/// Whether a mark is set: true, 1, or one of these as a text.
pub(crate) fn is_set(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(is_set)) => *is_set,
        Some(Value::Number(number)) => number.as_i64() == Some(1),
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true") || text == "1",
        _ => false,
    }
}

/// The day with which a moment begins: `2026-11-22`, `2026-11-22T18:30:00`.
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
    fn ratings_are_read_as_apps_write_them() {
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
    fn days_are_read_of_moments() {
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
    fn a_mark_is_set_by_one_or_true_and_by_nothing_else() {
        for value in [json!(true), json!(1), json!("True"), json!("1")] {
            assert!(is_set(Some(&value)), "{value}");
        }
        for value in [json!(false), json!(0), json!(2), json!("yes"), json!(null), json!([true])] {
            assert!(!is_set(Some(&value)), "{value}");
        }
        assert!(!is_set(None));
    }
}
