//! What every address of the stand-in speaks: small bodies in, JSON out.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use http_body_util::{BodyExt, Limited};
use serde_json::Value;

use crate::error::ApiError;

/// Largest body that is read, in bytes.
const LARGEST: usize = 64 * 1024;

/// A body of at most 64 KiB.
pub(crate) async fn read(body: Body) -> Result<Bytes, ApiError> {
    Limited::new(body, LARGEST)
        .collect()
        .await
        .map(|collected| collected.to_bytes())
        .map_err(|_| ApiError::too_large())
}

/// An error as Stripe answers it.
pub(crate) fn refused(error: &ApiError) -> Response {
    json_answer(error.status, &error.body())
}

/// A JSON answer that nobody keeps.
pub(crate) fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A header's first value, if it is visible ASCII.
pub(crate) fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
