//! A request as those see it who verify where it comes from.

use std::net::IpAddr;

use serde_json::{Map, Value};

/// How the header of a signed request begins.
const SIGNED: &str = "AWS4-HMAC-SHA256";

/// Everything about a request that its verification may need.
pub struct Presented<'a> {
    /// Headers, names in lower case; for a WebSocket message what it gives in their place.
    pub headers: &'a Map<String, Value>,
    /// The path that a signature covers.
    pub path: &'a str,
    /// The body that a signature covers.
    pub body: &'a str,
    /// The query and its variables, which an authorizer sees.
    pub operation: Operation<'a>,
    /// ARNs of the root fields, which IAM policies are asked about.
    pub resources: Vec<String>,
    /// The address that the request came from.
    pub source_ip: IpAddr,
}

impl Presented<'_> {
    /// Whether it comes with a signature, so that IAM verifies it.
    pub fn is_signed(&self) -> bool {
        let authorization = self.headers.get("authorization").and_then(Value::as_str);
        authorization.is_some_and(|text| text.starts_with(SIGNED))
    }
}

/// What an authorizer is told about the request.
#[derive(Default, Clone)]
pub struct Operation<'a> {
    /// The GraphQL document as text, as the client has sent it.
    pub query: &'a str,
    /// `operationName` as sent; for a new connection AppSync's own name for it.
    pub name: Option<&'a str>,
    /// Variables as sent, not yet coerced; empty when none were.
    pub variables: Map<String, Value>,
}
