//! Idempotency keys: a repeated request returns the first response; another request with the same key is an
//! error. Rejected requests are not stored.

use std::collections::BTreeMap;

use ring::digest::{SHA256, digest};
use serde_json::Value;

use crate::error::ApiError;

const LONGEST: usize = 255;
/// Lifetime of a key in seconds.
const REMEMBERED: i64 = 86_400;
const MOST: usize = 20_000;

struct Answer {
    request: Vec<u8>,
    at: i64,
    body: Value,
}

#[derive(Default)]
pub(crate) struct Keys(BTreeMap<String, Answer>);

impl Keys {
    /// The stored response, or `None` for a new key. Fails for an invalid key, for the key of another request, and
    /// for a new key if too many are stored.
    pub(crate) fn answer(
        &mut self,
        key: &str,
        path: &str,
        body: &[u8],
        now: i64,
    ) -> Result<Option<Value>, ApiError> {
        if key.is_empty() || key.chars().count() > LONGEST {
            return Err(ApiError::invalid("Idempotency keys have 1 to 255 characters."));
        }
        self.0.retain(|_, answer| answer.at + REMEMBERED > now);
        match self.0.get(key) {
            None if self.0.len() >= MOST => {
                Err(ApiError::full("The stand-in keeps no more keys; start it again."))
            }
            None => Ok(None),
            Some(answer) if answer.request == fingerprint(path, body) => Ok(Some(answer.body.clone())),
            Some(_) => Err(ApiError::other_request()),
        }
    }

    pub(crate) fn remember(&mut self, key: &str, path: &str, body: &[u8], answer: &Value, now: i64) {
        let answer = Answer { request: fingerprint(path, body), at: now, body: answer.clone() };
        self.0.insert(key.to_owned(), answer);
    }
}

fn fingerprint(path: &str, body: &[u8]) -> Vec<u8> {
    digest(&SHA256, &[path.as_bytes(), b"\n", body].concat()).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn idempotency_key_is_bound_to_a_request_for_a_day() {
        let mut keys = Keys::default();
        assert_eq!(keys.answer("k", "/v1/refunds", b"a=1", 0), Ok(None));
        keys.remember("k", "/v1/refunds", b"a=1", &json!(1), 0);
        assert_eq!(keys.answer("k", "/v1/refunds", b"a=1", 86_399), Ok(Some(json!(1))));
        assert_eq!(keys.answer("k", "/v1/refunds", b"a=2", 1), Err(ApiError::other_request()));
        assert_eq!(keys.answer("k", "/v1/other", b"a=1", 1), Err(ApiError::other_request()));
        assert_eq!(keys.answer("k", "/v1/refunds", b"a=2", 86_400), Ok(None));
        assert!(keys.answer("", "/v1/refunds", b"", 0).is_err());
        assert!(keys.answer(&"k".repeat(256), "/v1/refunds", b"", 0).is_err());
    }
}
