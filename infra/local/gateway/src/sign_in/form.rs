//! What the parts of signing in speak: forms in, JSON out.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use url::Url;
use url::form_urlencoded;

use crate::response::typed;

/// A JSON answer that nobody may keep.
pub fn json_answer(status: StatusCode, document: &Value) -> Response {
    let mut response = typed(status, "application/json", document.to_string().into_bytes());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The fields of a query or a form.
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Reads a form as browsers encode it.
    pub fn read(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// The fields of an address's query.
    pub fn of(address: &Url) -> Self {
        Self::read(address.query().unwrap_or_default().as_bytes())
    }

    /// A field's first value; empty where there is none.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}
