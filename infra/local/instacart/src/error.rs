//! Errors in Instacart's format: `{"error": {"message", "code"}, "meta": {"key"}}`.

use axum::http::StatusCode;
use serde_json::{Value, json};

pub(crate) const INVALID_PARAMETER: u32 = 1001;
pub(crate) const TRY_AGAIN: u32 = 2003;
pub(crate) const SEVERAL: u32 = 9999;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid {
    pub(crate) key: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: &str, code: u32) -> Self {
        Self { status, body: one(message, code, None) }
    }

    /// 400. A single error is the response; several are nested in an error with code 9999.
    pub(crate) fn invalid(mistakes: &[Invalid]) -> Self {
        let error_of = |mistake: &Invalid| one(&mistake.message, INVALID_PARAMETER, Some(&mistake.key));
        let body = match mistakes {
            [mistake] => error_of(mistake),
            _ => several(&mistakes.iter().map(error_of).collect::<Vec<_>>()),
        };
        Self { status: StatusCode::BAD_REQUEST, body }
    }

    /// 400 with one error per code.
    pub(crate) fn of_codes(codes: &[u32]) -> Self {
        let errors: Vec<Value> = codes.iter().map(|code| one("It was told to.", *code, None)).collect();
        let body = if let [one] = errors.as_slice() { one.clone() } else { several(&errors) };
        Self { status: StatusCode::BAD_REQUEST, body }
    }
}

fn one(message: &str, code: u32, key: Option<&str>) -> Value {
    json!({ "error": { "message": message, "code": code }, "meta": { "key": key } })
}

fn several(errors: &[Value]) -> Value {
    json!({ "error": { "message": "There were issues with your request", "code": SEVERAL, "errors": errors } })
}
