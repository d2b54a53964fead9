//! Bounded request bodies and JSON responses.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use http_body_util::{BodyExt, Limited};
use serde_json::Value;

/// Reads the body; `None` if it exceeds `most_bytes` or is incomplete.
pub async fn read_body(body: Body, most_bytes: usize) -> Option<Bytes> {
    Limited::new(body, most_bytes).collect().await.ok().map(http_body_util::Collected::to_bytes)
}

/// A JSON response with `no-store`.
#[must_use]
pub fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The first value of a header, if it is visible ASCII.
#[must_use]
pub fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
