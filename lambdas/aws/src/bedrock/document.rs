use aws_smithy_types::{Document, Number};
use serde_json::Value;

/// Converts a value. Numbers above 64 bits become floating point.
pub(crate) fn document(value: Value) -> Document {
    match value {
        Value::Null => Document::Null,
        Value::Bool(bool) => Document::Bool(bool),
        Value::Number(number) => Document::Number(self::number(&number)),
        Value::String(text) => Document::String(text),
        Value::Array(items) => Document::Array(items.into_iter().map(document).collect()),
        Value::Object(fields) => {
            Document::Object(fields.into_iter().map(|(name, value)| (name, document(value))).collect())
        }
    }
}

pub(crate) fn object(value: Value) -> Document {
    match document(value) {
        object @ Document::Object(_) => object,
        other => Document::Object([("result".to_owned(), other)].into()),
    }
}

fn number(number: &serde_json::Number) -> Number {
    if let Some(whole) = number.as_u64() {
        Number::PosInt(whole)
    } else if let Some(whole) = number.as_i64() {
        Number::NegInt(whole)
    } else {
        Number::Float(number.as_f64().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_values_are_preserved() {
        let text = |text: &str| Document::String(text.to_owned());
        for (value, expected) in [
            (json!(null), Document::Null),
            (json!(true), Document::Bool(true)),
            (json!(u64::MAX), Document::Number(Number::PosInt(u64::MAX))),
            (json!(-3), Document::Number(Number::NegInt(-3))),
            (json!(0.5), Document::Number(Number::Float(0.5))),
            (json!(["a", "ñ"]), Document::Array(vec![text("a"), text("ñ")])),
            (json!({ "a": [] }), Document::Object([("a".to_owned(), Document::Array(Vec::new()))].into())),
        ] {
            assert_eq!(document(value), expected);
        }
    }

    #[test]
    fn tool_result_is_an_object() {
        assert_eq!(object(json!({ "a": 1 })), document(json!({ "a": 1 })));
        assert_eq!(object(json!([1])), document(json!({ "result": [1] })));
    }
}
