//! The parts of a request that authentication uses.

use std::net::IpAddr;

use serde_json::{Map, Value};

const SIGNED: &str = "AWS4-HMAC-SHA256";

/// Data for verifying a request.
pub struct Presented<'a> {
    /// Headers with lower-case names; for a WebSocket message, its authorization object.
    pub headers: &'a Map<String, Value>,
    /// Signed path.
    pub path: &'a str,
    /// Signed body.
    pub body: &'a str,
    /// Operation passed to authorizers.
    pub operation: Operation<'a>,
    /// ARNs of the root fields, checked against IAM policies.
    pub resources: Vec<String>,
    /// Address of the TCP connection.
    pub source_ip: IpAddr,
}

impl Presented<'_> {
    /// Whether the request is signed with AWS credentials.
    pub fn is_signed(&self) -> bool {
        let authorization = self.headers.get("authorization").and_then(Value::as_str);
        authorization.is_some_and(|text| text.starts_with(SIGNED))
    }

    /// `identity.sourceIp` as AppSync documents it: the entries of `X-Forwarded-For`, which the client can
    /// set, then the address of the TCP connection.
    pub fn source_ips(&self) -> Vec<String> {
        let forwarded = self.headers.get("x-forwarded-for").and_then(Value::as_str).unwrap_or_default();
        let entries = forwarded.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(str::to_owned).chain([self.source_ip.to_string()]).collect()
    }
}

/// The operation in authorizer events.
#[derive(Default, Clone)]
pub struct Operation<'a> {
    /// GraphQL document as sent.
    pub query: &'a str,
    /// `operationName` as sent, or AppSync's name for a new connection.
    pub name: Option<&'a str>,
    /// Variables as sent; empty if absent.
    pub variables: Map<String, Value>,
}

/// Access key of a signed request, else its token; empty without credentials.
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
    fn source_ips_end_with_the_tcp_address() {
        for (headers, expected) in [
            (json!({}), vec!["192.0.2.1"]),
            (json!({ "x-forwarded-for": "198.51.100.7" }), vec!["198.51.100.7", "192.0.2.1"]),
            (json!({ "x-forwarded-for": "a, ,b" }), vec!["a", "b", "192.0.2.1"]),
        ] {
            let presented = Presented {
                headers: headers.as_object().unwrap(),
                path: "/graphql",
                body: "",
                operation: Operation::default(),
                resources: Vec::new(),
                source_ip: [192, 0, 2, 1].into(),
            };
            assert_eq!(presented.source_ips(), expected, "{headers}");
        }
    }

    #[test]
    fn credential_is_access_key_or_token() {
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
