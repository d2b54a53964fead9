//! Errors in the shape that Stripe's API gives them.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// A refusal: its status, and the fields of Stripe's `error` object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// The HTTP status.
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

    /// A request that can't be carried out as it is: 400 `invalid_request_error`.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", message)
    }

    /// No key, or not ours: 401.
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", message)
    }

    /// An object or path that is not there: 404 `resource_missing`.
    pub fn missing(what: &str, id: &str) -> Self {
        let shown: String = id.chars().take(100).collect();
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", format!("No such {what}: '{shown}'"))
            .code("resource_missing")
            .param("id")
    }

    /// An address that the API does not have: 404.
    pub fn unknown_address(method: &str, path: &str) -> Self {
        let shown: String = path.chars().take(100).collect();
        let message = format!(
            "Unrecognized request URL ({method}: {shown}). This is a stand-in; its README lists what it has."
        );
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", message)
    }

    /// An idempotency key that was used for another request: 400 `idempotency_error`.
    pub fn other_request() -> Self {
        let message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        Self::new(StatusCode::BAD_REQUEST, "idempotency_error", message)
    }

    /// A failure of the provider's own: 500 `api_error`.
    pub fn of_ours() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "api_error", "An unknown error occurred.")
    }

    /// More than the stand-in keeps: 429.
    pub fn full(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "invalid_request_error", message).code("rate_limit")
    }

    /// A body larger than the stand-in reads: 413.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "invalid_request_error", "The request is too large.")
    }

    /// The same error with Stripe's code for it.
    #[must_use]
    pub fn code(self, code: &'static str) -> Self {
        Self { code: Some(code), ..self }
    }

    /// The same error, naming the parameter that is wrong.
    #[must_use]
    pub fn param(self, param: impl Into<String>) -> Self {
        Self { param: Some(param.into()), ..self }
    }

    /// The answer's JSON: `{"error": {type, message, code?, param?}}`.
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
