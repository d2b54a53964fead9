//! Converts function results to HTTP responses. Errors have API Gateway's form `{"message"}`.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use crate::response;

pub(super) const BROKEN: &str = "Internal server error";

pub(super) fn refused(status: StatusCode, message: &str) -> Response {
    response::typed(status, "application/json", json!({ "message": message }).to_string().into_bytes())
}

/// The response of `{statusCode, headers?, multiValueHeaders?, body?}`; 502 if invalid.
pub(super) fn response_of(value: &Value) -> Response {
    read(value).unwrap_or_else(|| refused(StatusCode::BAD_GATEWAY, BROKEN))
}

fn read(value: &Value) -> Option<Response> {
    let status = StatusCode::from_u16(u16::try_from(value.get("statusCode")?.as_u64()?).ok()?).ok()?;
    // CloudFront replaces a 403 with its not-found page.
    if status == StatusCode::FORBIDDEN {
        return Some(response::text(StatusCode::NOT_FOUND, "Not found."));
    }
    let body = match value.get("body") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(_) => return None,
    };
    let mut answer = Response::new(Body::from(body));
    *answer.status_mut() = status;
    for (name, value) in value.get("headers").and_then(Value::as_object).into_iter().flatten() {
        add(&mut answer, name, value)?;
    }
    for (name, values) in value.get("multiValueHeaders").and_then(Value::as_object).into_iter().flatten() {
        for value in values.as_array()? {
            add(&mut answer, name, value)?;
        }
    }
    Some(answer)
}

fn add(answer: &mut Response, name: &str, value: &Value) -> Option<()> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
    answer.headers_mut().append(name, HeaderValue::from_str(&text).ok()?);
    Some(())
}
