//! HTTP responses that several modules send.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::cloud::CloudError;

/// A plain-text response.
pub fn text(status: StatusCode, message: &str) -> Response {
    typed(status, "text/plain; charset=utf-8", message.to_owned().into_bytes())
}

/// A response with a content type.
pub fn typed(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Returns 504 for a timeout, else 502.
pub fn unavailable(error: &CloudError) -> Response {
    let status = match error {
        CloudError::TimedOut => StatusCode::GATEWAY_TIMEOUT,
        CloudError::Unavailable(_) => StatusCode::BAD_GATEWAY,
    };
    text(status, &error.to_string())
}
