//! Admin actions: idempotent by key, with a reason.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::runtime::{Bearer, RestError, RestRequest};
use billing::ledger::{Credits, Note};
use serde::Deserialize;

const MAX_BYTES: usize = 4_000;
const LONGEST_REASON: usize = 200;
const KEY_LENGTHS: RangeInclusive<usize> = 8..=64;

#[derive(Debug)]
pub(crate) struct AdminAction {
    /// Idempotency key, created by the browser for each form.
    pub(crate) key: String,
    pub(crate) note: Note,
}

#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) act: AdminAction,
    /// Absolute number of credits; the route says whether they are granted or withdrawn.
    pub(crate) credits: Credits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActBody {
    key: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeBody {
    key: String,
    reason: String,
    credits: i64,
}

impl AdminAction {
    pub(crate) fn read(request: &RestRequest) -> Result<Self, RestError> {
        let body: ActBody = request.json(MAX_BYTES)?;
        Self::new(body.key, &body.reason)
    }

    fn new(key: String, reason: &str) -> Result<Self, RestError> {
        let is_key = KEY_LENGTHS.contains(&key.len())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if !is_key {
            return Err(bad_key());
        }
        let note = Note::new(reason).ok().filter(|_| reason.trim().chars().count() <= LONGEST_REASON);
        let note = note.ok_or_else(|| {
            RestError::invalid(format!("Give a reason of 1 to {LONGEST_REASON} characters, on one line."))
        })?;
        Ok(Self { key, note })
    }

    pub(crate) fn metadata(&self, admin: &Bearer) -> BTreeMap<String, String> {
        let texts = [("who", admin.sub.as_str()), ("reason", self.note.as_str()), ("key", &self.key)];
        texts.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
    }
}

impl Change {
    pub(crate) fn read(request: &RestRequest, range: RangeInclusive<i64>) -> Result<Self, RestError> {
        let body: ChangeBody = request.json(MAX_BYTES)?;
        let out_of_range = || {
            let (least, most) = (range.start(), range.end());
            RestError::invalid(format!("credits must be a whole number from {least} to {most}."))
        };
        if !range.contains(&body.credits) {
            return Err(out_of_range());
        }
        let credits = Credits::new(body.credits.abs()).map_err(|_| out_of_range())?;
        Ok(Self { act: AdminAction::new(body.key, &body.reason)?, credits })
    }
}

pub(crate) fn bad_key() -> RestError {
    RestError::invalid("key must be 8 to 64 letters, digits, hyphens or underscores, made anew for each act.")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn of(body: &Value) -> RestRequest {
        let event = json!({ "httpMethod": "POST", "resource": "/admin/members/{id}/grants", "body": body.to_string() });
        serde_json::from_value(event).unwrap()
    }

    fn read(change: impl FnOnce(&mut Value)) -> Result<Change, RestError> {
        let mut body = json!({ "key": "0123456789abcdef", "reason": " a broken import ", "credits": 5 });
        change(&mut body);
        Change::read(&of(&body), 1..=10_000)
    }

    #[test]
    fn action_metadata_has_who_reason_and_key() {
        let change = read(|_| {}).unwrap();
        assert_eq!(change.credits.get(), 5);
        let admin = Bearer { sub: "boss".into(), groups: Vec::new() };
        let metadata = change.act.metadata(&admin);
        assert_eq!(
            (metadata["who"].as_str(), metadata["reason"].as_str(), metadata["key"].as_str()),
            ("boss", "a broken import", "0123456789abcdef")
        );
    }

    #[test]
    fn invalid_action_is_rejected_with_a_hint() {
        let rows: [(&str, Value, &str); 14] = [
            ("credits", json!(0), "credits must be"),
            ("credits", json!(-1), "credits must be"),
            ("credits", json!(10_001), "credits must be"),
            ("credits", json!(1_000_000_000_000_i64), "credits must be"),
            ("credits", json!("5"), "not what is expected"),
            ("credits", json!(5.5), "not what is expected"),
            ("credits", Value::Null, "not what is expected"),
            ("reason", json!("  "), "Give a reason"),
            ("reason", json!("a\nb"), "Give a reason"),
            ("reason", json!("a".repeat(201)), "Give a reason"),
            ("reason", json!(7), "not what is expected"),
            ("key", json!("short"), "key must be"),
            ("key", json!("a key with blanks"), "key must be"),
            ("member", json!("another"), "not what is expected"),
        ];
        for (name, value, expected) in rows {
            let error = read(|body| body[name] = value.clone()).unwrap_err();
            assert_eq!((error.status, error.code), (400, "INVALID_INPUT"));
            assert!(error.message.contains(expected), "{name} {value}: {}", error.message);
        }
    }

    #[test]
    fn withdrawal_is_negative() {
        let body = json!({ "key": "0123456789abcdef", "reason": "r", "credits": -10_000 });
        assert_eq!(Change::read(&of(&body), -10_000..=-1).unwrap().credits.get(), 10_000);
    }
}
