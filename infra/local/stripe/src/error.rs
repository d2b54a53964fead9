//! Errors in the format of Stripe's API.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// An error response: status and fields of Stripe's `error` object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status.
    pub status: StatusCode,
    kind: &'static str,
    code: Option<&'static str>,
    param: Option<String>,
    message: String,
}

impl ApiError {
    fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, kind, code: None, param: None, message: message.into() }
    }

    /// 400 `invalid_request_error`.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", message)
    }

    /// 401: missing or wrong key.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", message)
    }

    /// 404 `resource_missing`.
    pub fn missing(what: &str, id: &str) -> Self {
        let shown: String = id.chars().take(100).collect();
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", format!("No such {what}: '{shown}'"))
            .code("resource_missing")
            .param("id")
    }

    /// 404: unknown URL.
    pub fn unknown_address(method: &str, path: &str) -> Self {
        let shown: String = path.chars().take(100).collect();
        let message = format!(
            "Unrecognized request URL ({method}: {shown}). This is a stand-in; its README lists what it has."
        );
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message)
    }

    /// 400 `idempotency_error`: the key was used for another request.
    pub fn other_request() -> Self {
        let message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        Self::new(StatusCode::BAD_REQUEST, "idempotency_error", message)
    }

    /// 500 `api_error`.
    pub fn of_ours() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "api_error", "An unknown error occurred.")
    }

    /// 429: too many objects are stored.
    pub fn full(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "invalid_request_error", message).code("rate_limit")
    }

    /// 413: the body is too large.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", "The request is too large.")
    }

    /// Adds Stripe's error code.
    #[must_use]
    pub fn code(self, code: &'static str) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Adds the name of the invalid parameter.
    #[must_use]
    pub fn param(self, param: impl Into<String>) -> Self {
        Self { param: Some(param.into()), ..self }
    }

    /// JSON body: `{"error": {type, message, code?, param?}}`.
    pub fn body(&self) -> Value {
        let mut error = json!({ "type": self.kind, "message": self.message });
        if let Some(code) = self.code {
            error["code"] = json!(code);
        }
        if let Some(param) = &self.param {
            error["param"] = json!(param);
        }
        json!({ "error": error })
    }
}
