//! JSON formats: bytes as base64, JSON as a string (AppSync's `AWSJSON`).

pub(crate) mod base64_bytes {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&STANDARD.encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        STANDARD.decode(text).map_err(|_| D::Error::custom("the bytes are not base64"))
    }
}

/// JSON as a string. Parsed values are accepted too: some resolvers parse them.
pub(crate) mod json_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};
    use serde_json::Value;

    pub(crate) fn serialize<S: Serializer>(value: &Value, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&value.to_string())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        match Value::deserialize(from)? {
            Value::String(text) => {
                serde_json::from_str(&text).map_err(|_| D::Error::custom("the text is not JSON"))
            }
            value => Ok(value),
        }
    }
}

pub(crate) mod maybe_json_text {
    use serde::{Deserialize, Deserializer, Serializer};
    use serde_json::Value;

    #[derive(Deserialize)]
    struct Text(#[serde(with = "super::json_text")] Value);

    pub(crate) fn serialize<S: Serializer>(value: &Option<Value>, out: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => super::json_text::serialize(value, out),
            None => out.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
        Ok(Option::<Text>::deserialize(from)?.map(|Text(value)| value))
    }
}
