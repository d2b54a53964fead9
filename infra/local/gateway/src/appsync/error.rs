//! AppSync's two error formats: rejected requests and field errors.

use apollo_compiler::Node;
use apollo_compiler::parser::{SourceMap, SourceSpan};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::cloud::CloudError;

/// A request rejected before execution.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// HTTP status of the response.
    pub status: StatusCode,
    /// AppSync's `errorType`.
    pub error_type: String,
    /// English message for developers.
    pub message: String,
}

impl Refusal {
    /// 429, retryable.
    pub fn throttled() -> Self {
        Self::new(429, "ThrottlingException", "Rate exceeded")
    }

    /// Creates a refusal; an invalid status becomes 500.
    pub fn new(status: u16, error_type: &str, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, error_type: error_type.to_owned(), message: message.into() }
    }

    /// 401: missing or invalid credentials.
    pub fn unauthorized(message: &str) -> Self {
        Self::new(401, "UnauthorizedException", message)
    }

    /// 400: not a GraphQL request.
    pub fn malformed(message: &str) -> Self {
        Self::new(400, "MalformedHttpRequestException", message)
    }

    /// `{ errorType, message }`, an element of `errors`.
    pub fn to_json(&self) -> Value {
        json!({ "errorType": self.error_type, "message": self.message })
    }
}

impl From<CloudError> for Refusal {
    fn from(error: CloudError) -> Self {
        Self::new(503, "ServiceUnavailableException", error.to_string())
    }
}

/// A field error raised by a resolver or by authorization.
pub fn field_error(error_type: &str, message: &str, path: &[Value], location: &Value) -> Value {
    json!({
        "path": path,
        "data": null,
        "errorType": error_type,
        "errorInfo": null,
        "locations": location,
        "message": message,
    })
}

/// Error of a field that the caller may not read.
pub fn unauthorized_field(field: &str, type_name: &str, path: &[Value], location: &Value) -> Value {
    field_error(
        "Unauthorized",
        &format!("Not Authorized to access {field} on type {type_name}"),
        path,
        location,
    )
}

/// A validation, coercion or null error, without `errorType`.
pub fn graphql_error(message: &str, path: Option<&[Value]>, location: &Value) -> Value {
    json!({ "path": path, "locations": location, "message": message })
}

/// Location of a node in the query in AppSync's form, or null.
pub fn location_of<T>(node: &Node<T>, sources: &SourceMap) -> Value {
    location(node.location(), sources)
}

/// Location of a span in the query in AppSync's form, or null.
pub fn location(span: Option<SourceSpan>, sources: &SourceMap) -> Value {
    match span.and_then(|span| span.line_column_range(sources)) {
        Some(range) => {
            json!([{ "line": range.start.line, "column": range.start.column, "sourceName": null }])
        }
        None => Value::Null,
    }
}
