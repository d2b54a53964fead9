//! Forms and JSON responses of the sign-in.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use url::Url;
use url::form_urlencoded;

use crate::response::typed;

/// A JSON response with `no-store`.
pub fn json_answer(status: StatusCode, document: &Value) -> Response {
    let mut response = typed(status, "application/json", document.to_string().into_bytes());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Fields of a query string or form.
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Parses URL-encoded fields.
    pub fn read(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// Fields of a URL's query.
    pub fn of(address: &Url) -> Self {
        Self::read(address.query().unwrap_or_default().as_bytes())
    }

    /// First value of a field, or empty.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}
