//! Amounts in structured data: numbers, texts, and `QuantitativeValue`.

use serde_json::Value;

use super::Object;
use crate::text;

/// Units of UN/CEFACT that recipes use.
const UNIT_CODES: [(&str, &str); 19] = [
    ("GRM", "g"),
    ("KGM", "kg"),
    ("MGM", "mg"),
    ("MLT", "ml"),
    ("CLT", "cl"),
    ("DLT", "dl"),
    ("LTR", "l"),
    ("ONZ", "oz"),
    ("LBR", "lb"),
    ("OZA", "fl oz"),
    ("PTL", "pint"),
    ("QTL", "quart"),
    ("GLL", "gallon"),
    ("G21", "cup"),
    ("G24", "tbsp"),
    ("G25", "tsp"),
    ("CMT", "cm"),
    ("KJO", "kJ"),
    ("E14", "kcal"),
];

/// The text of a value, which microdata may put into a list.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => match items.first() {
            Some(first) if !first.is_array() => scalar(first),
            _ => None,
        },
        _ => None,
    }
}

/// Returns number and unit of a `QuantitativeValue` or `PropertyValue`: "125 g", "4-6 people".
pub(super) fn of(node: &Object) -> Option<String> {
    let part = |name: &str| scalar(node.get(name)?).map(|text| text::without_placeholders(&text));
    let range = || Some(format!("{}-{}", part("minValue")?, part("maxValue")?));
    let number = part("value").or_else(range).filter(|number| !number.is_empty())?;
    Some(match unit(node) {
        Some(unit) => format!("{number} {unit}"),
        None => number,
    })
}

pub(super) fn unit(node: &Object) -> Option<String> {
    let part = |name: &str| {
        let text = text::without_placeholders(&scalar(node.get(name)?)?);
        (!text.is_empty()).then_some(text)
    };
    let of_code = || {
        let code = part("unitCode")?;
        let known = UNIT_CODES.iter().find(|(known, _)| code.eq_ignore_ascii_case(known));
        // Unknown codes of three characters, such as C62, are counts and have no text.
        known.map(|(_, unit)| (*unit).to_owned()).or_else(|| (code.len() != 3).then_some(code))
    };
    part("unit").or_else(|| part("unitText")).or_else(of_code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn quantitative_value_becomes_an_amount() {
        for (value, expected) in [
            (json!({"value": 125, "unitCode": "GRM"}), Some("125 g")),
            (json!({"value": ["2"], "unitText": "cups"}), Some("2 cups")),
            (json!({"value": 3, "unitCode": "C62"}), Some("3")),
            (json!({"value": 3, "unitText": "null"}), Some("3")),
            (json!({"minValue": 4, "maxValue": 6, "unitText": "people"}), Some("4-6 people")),
            (json!({"value": "NaN", "unitText": "g"}), None),
            (json!({"unitText": "g"}), None),
        ] {
            let found = value.as_object().and_then(of);
            assert_eq!(found.as_deref(), expected, "{value}");
        }
    }
}
