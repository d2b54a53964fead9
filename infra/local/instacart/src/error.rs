//! Errors in the shape that Instacart gives them: `{"error": {"message", "code"}, "meta": {"key"}}`.

use axum::http::StatusCode;
use serde_json::{Value, json};

pub(crate) const INVALID_PARAMETER: u32 = 1001;
pub(crate) const TRY_AGAIN: u32 = 2003;
pub(crate) const SEVERAL: u32 = 9999;

/// One thing that is wrong: where, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid {
    /// The path of the field in the document.
    pub(crate) key: String,
    /// What is wrong with the request, in an English sentence.
    pub(crate) message: String,
}

/// A refusal as the partner writes it: a status, and a body with a message and a code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: &str, code: u32) -> Self {
        Self { status, body: one(message, code, None) }
    }

    /// 400 for a document with mistakes: one stands alone, several stand together under one code.
    pub(crate) fn invalid(mistakes: &[Invalid]) -> Self {
        let told = |mistake: &Invalid| one(&mistake.message, INVALID_PARAMETER, Some(&mistake.key));
        let body = match mistakes {
            [mistake] => told(mistake),
            _ => several(&mistakes.iter().map(told).collect::<Vec<_>>()),
        };
        Self { status: StatusCode::BAD_REQUEST, body }
    }

    /// 400 with one error of each of these codes.
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
