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

/// What a request shows of who makes it: the access key that it is signed with, else its token; empty if it shows nothing.
pub fn credential(headers: &Map<String, Value>) -> &str {
    let authorization = headers.get("authorization").and_then(Value::as_str).unwrap_or_default();
    let key = authorization.strip_prefix(SIGNED).and_then(|signed| signed.split_once("Credential="));
    key.and_then(|(_, key)| key.split('/').next()).unwrap_or(authorization)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_credential_is_the_access_key_or_the_token() {
        let rows = [
            (
                "AWS4-HMAC-SHA256 Credential=ASIA1/20260101/eu-west-1/appsync/aws4_request, Signature=ab",
                "ASIA1",
            ),
            ("AWS4-HMAC-SHA256 Signature=ab", "AWS4-HMAC-SHA256 Signature=ab"),
            ("a.token", "a.token"),
            ("", ""),
        ];
        for (authorization, expected) in rows {
            let headers = json!({ "authorization": authorization });
            assert_eq!(headers.as_object().map(credential), Some(expected), "{authorization}");
        }
    }
}
