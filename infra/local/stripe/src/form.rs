//! Strict parser of Stripe's form encoding: `line_items[0][price_data][currency]=usd`.

use std::collections::BTreeMap;

use url::form_urlencoded;

use crate::error::ApiError;

const MAX_FIELDS: usize = 200;
/// Maximum length of a value in bytes; longer values are rejected.
const LONGEST: usize = 5_000;

/// Fields by full name; `end` rejects those not read.
pub(crate) struct Form(BTreeMap<String, String>);

impl Form {
    /// Parses a query or body. Rejects duplicates, invalid UTF-8 and exceeded limits.
    pub(crate) fn read(encoded: &[u8]) -> Result<Self, ApiError> {
        let mut fields = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(encoded) {
            if fields.len() == MAX_FIELDS {
                return Err(
                    ApiError::invalid("The request has too many parameters.").code("parameters_too_many")
                );
            }
            if value.len() > LONGEST || name.len() > 200 {
                let shown: String = name.chars().take(100).collect();
                return Err(ApiError::invalid(format!("Invalid value: '{shown}' is too long.")).param(shown));
            }
            if name.contains('\u{fffd}') || value.contains('\u{fffd}') {
                return Err(ApiError::invalid("The request is not UTF-8."));
            }
            if fields.insert(name.clone().into_owned(), value.into_owned()).is_some() {
                return Err(ApiError::invalid(format!("Received '{name}' more than once.")).param(name));
            }
        }
        Ok(Self(fields))
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    pub(crate) fn need(&mut self, name: &str) -> Result<String, ApiError> {
        self.take(name).filter(|value| !value.is_empty()).ok_or_else(|| {
            ApiError::invalid(format!("Missing required param: {name}."))
                .code("parameter_missing")
                .param(name)
        })
    }

    pub(crate) fn integer(&mut self, name: &str) -> Result<Option<i64>, ApiError> {
        let wrong = || {
            ApiError::invalid(format!("Invalid integer: {name}"))
                .code("parameter_invalid_integer")
                .param(name)
        };
        self.take(name).map(|value| value.parse().map_err(|_| wrong())).transpose()
    }

    /// Rejects a parameter with any value but `false`, because the stand-in does not support it.
    pub(crate) fn is_off(&mut self, name: &str) -> Result<(), ApiError> {
        match self.take(name).as_deref() {
            None | Some("false") => Ok(()),
            Some(_) => {
                Err(ApiError::invalid(format!("The stand-in does not play {name}: leave it false."))
                    .param(name))
            }
        }
    }

    /// Takes `name[key]` fields: at most 50, keys up to 40 and values up to 500 characters.
    pub(crate) fn table(&mut self, name: &str) -> Result<BTreeMap<String, String>, ApiError> {
        let prefix = format!("{name}[");
        let names: Vec<String> = self.0.keys().filter(|known| known.starts_with(&prefix)).cloned().collect();
        let mut table = BTreeMap::new();
        for full in names {
            let key = full
                .strip_prefix(&prefix)
                .and_then(|rest| rest.strip_suffix(']'))
                .unwrap_or_default()
                .to_owned();
            let value = self.0.remove(&full).unwrap_or_default();
            if key.is_empty() || key.chars().count() > 40 || value.chars().count() > 500 || table.len() == 50
            {
                return Err(ApiError::invalid(format!(
                    "{name} takes 50 keys of 40 characters with values of 500."
                ))
                .param(full));
            }
            table.insert(key, value);
        }
        Ok(table)
    }

    /// Takes `name[0]`, `name[1]`, … and `name[]`.
    pub(crate) fn list(&mut self, name: &str) -> Vec<String> {
        let prefix = format!("{name}[");
        let names: Vec<String> = self.0.keys().filter(|known| known.starts_with(&prefix)).cloned().collect();
        names.iter().filter_map(|full| self.0.remove(full)).collect()
    }

    pub(crate) fn end(self) -> Result<(), ApiError> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(name) => Err(ApiError::invalid(format!("Received unknown parameter: {name}"))
                .code("parameter_unknown")
                .param(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_fields_are_read_by_full_name() {
        let mut form =
            Form::read(b"line_items[0][quantity]=2&metadata%5Bpurchase%5D=p1&expand[0]=payment_intent")
                .unwrap();
        assert_eq!(form.integer("line_items[0][quantity]"), Ok(Some(2)));
        assert_eq!(form.table("metadata").unwrap().get("purchase").map(String::as_str), Some("p1"));
        assert_eq!(form.list("expand"), ["payment_intent"]);
        assert!(form.end().is_ok());
    }

    #[test]
    fn invalid_form_is_rejected_with_its_cause() {
        assert!(Form::read(b"a=1&a=2").is_err());
        assert!(Form::read(b"a=%ff").is_err());
        assert!(
            Form::read("a=".chars().chain("x".repeat(LONGEST + 1).chars()).collect::<String>().as_bytes())
                .is_err()
        );
        let many = (0..=MAX_FIELDS).map(|index| format!("f{index}=1&")).collect::<String>();
        assert!(Form::read(many.as_bytes()).is_err());
        assert!(Form::read(b"n=x").unwrap().integer("n").is_err());
        assert!(Form::read(b"other=1").unwrap().end().is_err());
        assert!(Form::read(b"on=true").unwrap().is_off("on").is_err());
        assert!(Form::read(b"").unwrap().need("mode").is_err());
        let long = format!("metadata[k]={}", "v".repeat(501));
        assert!(Form::read(long.as_bytes()).unwrap().table("metadata").is_err());
    }
}
