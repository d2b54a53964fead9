//! AppSync's two error forms: a request that is refused as a whole, and an error beside the data.

use apollo_compiler::Node;
use apollo_compiler::parser::{SourceMap, SourceSpan};
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::cloud::CloudError;

/// A request that is refused before anything runs.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// HTTP status of the answer.
    pub status: StatusCode,
    /// AppSync's name of the error.
    pub error_type: String,
    /// What has gone wrong, as an English sentence for developers.
    pub message: String,
}

impl Refusal {
    /// 429: the same request may succeed a little later.
    pub fn throttled() -> Self {
        Self::new(429, "ThrottlingException", "Rate exceeded")
    }

    /// A refusal with its HTTP status.
    pub fn new(status: u16, error_type: &str, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, error_type: error_type.to_owned(), message: message.into() }
    }

    /// 401: nobody, or nobody that this API knows.
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

/// An error of one field, as AppSync writes the errors that resolvers and authorization raise.
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

/// The error of a field that the caller may not read.
pub fn unauthorized_field(field: &str, type_name: &str, path: &[Value], location: &Value) -> Value {
    field_error(
        "Unauthorized",
        &format!("Not Authorized to access {field} on type {type_name}"),
        path,
        location,
    )
}

/// An error of GraphQL itself (validation, coercion, null): it has no errorType.
pub fn graphql_error(message: &str, path: Option<&[Value]>, location: &Value) -> Value {
    json!({ "path": path, "locations": location, "message": message })
}

/// Where a node stands in the query, as AppSync writes it; null when it is nowhere.
pub fn location_of<T>(node: &Node<T>, sources: &SourceMap) -> Value {
    location(node.location(), sources)
}

/// The same for a span.
pub fn location(span: Option<SourceSpan>, sources: &SourceMap) -> Value {
    match span.and_then(|span| span.line_column_range(sources)) {
        Some(range) => {
            json!([{ "line": range.start.line, "column": range.start.column, "sourceName": null }])
        }
        None => Value::Null,
    }
}
