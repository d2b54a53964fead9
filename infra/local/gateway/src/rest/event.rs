//! The event of a Lambda proxy integration, format 1.0.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::RawPathParams;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::STAGE;
use crate::config::RestRoute;

/// Builds the event; the body is UTF-8.
pub(super) fn proxy(
    route: &RestRoute,
    parts: &Parts,
    parameters: &RawPathParams,
    claims: Option<Map<String, Value>>,
    address: IpAddr,
    body: &Bytes,
    now: Duration,
) -> Value {
    let path = parts.uri.path();
    let (one, many) = headers(&parts.headers);
    let (query, queries) = query(parts.uri.query().unwrap_or_default());
    let parameters: Map<String, Value> =
        parameters.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let mut context = json!({
        "resourcePath": route.path,
        "httpMethod": parts.method.as_str(),
        "path": path,
        "stage": STAGE,
        "protocol": "HTTP/1.1",
        "requestTimeEpoch": u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        "identity": { "sourceIp": address.to_string(), "userAgent": one.get("user-agent") },
    });
    if let Some(claims) = claims {
        context["authorizer"] = json!({ "claims": claims });
    }
    json!({
        "resource": route.path,
        "path": path.strip_prefix(&format!("/{STAGE}")).unwrap_or(path),
        "httpMethod": parts.method.as_str(),
        "headers": one,
        "multiValueHeaders": many,
        "queryStringParameters": or_null(query),
        "multiValueQueryStringParameters": or_null(queries),
        "pathParameters": or_null(parameters),
        "stageVariables": null,
        "requestContext": context,
        "body": if body.is_empty() { Value::Null } else { String::from_utf8_lossy(body).into() },
        "isBase64Encoded": false,
    })
}

fn or_null(map: Map<String, Value>) -> Value {
    if map.is_empty() { Value::Null } else { Value::Object(map) }
}

fn headers(headers: &HeaderMap) -> (Map<String, Value>, Map<String, Value>) {
    let mut maps = (Map::new(), Map::new());
    for (name, value) in headers {
        keep(&mut maps, name.as_str(), &String::from_utf8_lossy(value.as_bytes()));
    }
    maps
}

fn query(text: &str) -> (Map<String, Value>, Map<String, Value>) {
    let mut maps = (Map::new(), Map::new());
    for (name, value) in url::form_urlencoded::parse(text.as_bytes()) {
        keep(&mut maps, &name, &value);
    }
    maps
}

fn keep((one, many): &mut (Map<String, Value>, Map<String, Value>), name: &str, value: &str) {
    one.insert(name.to_owned(), value.into());
    let all = many.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(all) = all {
        all.push(value.into());
    }
}
