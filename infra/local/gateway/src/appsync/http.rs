//! HTTP transport: the GraphQL endpoint with CORS, and the WebSocket upgrade.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Map, Value, json};

use super::error::Refusal;
use super::graphql;
use super::realtime::{self, Handshake, PROTOCOL};
use super::service::AppSync;
use crate::rates::household;
use crate::response;

/// Routes of `/graphql` and `/graphql/realtime`.
pub fn router(appsync: AppSync) -> Router {
    Router::new()
        .route("/graphql", post(serve_graphql).options(preflight))
        .route("/graphql/realtime", get(open_websocket))
        .with_state(Arc::new(appsync))
}

async fn serve_graphql(
    State(appsync): State<Arc<AppSync>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let limit = appsync.context.config.limits.body_bytes;
    let body = to_bytes(body, limit).await.map_err(|_| {
        Refusal::new(
            413,
            "RequestEntityTooLargeException",
            format!("A request may have {limit} bytes at most."),
        )
    });
    let answered = match body {
        Ok(body) => match std::str::from_utf8(&body) {
            Ok(text) => graphql::answer(&appsync, &readable(&parts.headers), text, address.ip()).await,
            Err(_) => Err(Refusal::malformed("Invalid JSON payload in POST request.")),
        },
        Err(refusal) => Err(refusal),
    };
    let (status, document, error_type) = match answered {
        Ok(document) => (StatusCode::OK, document, None),
        Err(refusal) => (refusal.status, json!({ "errors": [refusal.to_json()] }), Some(refusal.error_type)),
    };
    let mut answer =
        response::typed(status, "application/json;charset=UTF-8", document.to_string().into_bytes());
    if let Some(value) = error_type.and_then(|name| HeaderValue::from_str(&name).ok()) {
        answer.headers_mut().insert("x-amzn-errortype", value);
    }
    cross_origin(answer)
}

async fn preflight() -> Response {
    cross_origin(response::text(StatusCode::OK, ""))
}

/// AppSync allows all origins: it uses no cookies.
fn cross_origin(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST, OPTIONS"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, x-amz-date, x-amz-security-token, x-amz-user-agent, x-amz-content-sha256, x-api-key",
        ),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "x-amzn-requestid, x-amzn-errortype"),
        (header::ACCESS_CONTROL_MAX_AGE, "172800"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn open_websocket(
    State(appsync): State<Arc<AppSync>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Response {
    let offered =
        headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let offered: Vec<&str> = offered.flat_map(|list| list.split(',')).map(str::trim).collect();
    if !offered.contains(&PROTOCOL) {
        return response::text(
            StatusCode::BAD_REQUEST,
            "NoProtocolError: the subprotocol graphql-ws is needed.",
        );
    }
    // Current clients send authorization as a subprotocol, older ones in the query string.
    let in_query = uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("header="));
    let in_query =
        in_query.map(|value| percent_encoding::percent_decode_str(value).decode_utf8_lossy().into_owned());
    let in_protocol = offered.iter().find_map(|protocol| protocol.strip_prefix("header-")).map(str::to_owned);
    let authorization = in_protocol.or(in_query).and_then(|encoded| realtime::decode_header(&encoded));
    let counted = match authorization.is_some() {
        true => household(address.ip()),
        false => format!("unauthorized {}", household(address.ip())),
    };
    if !appsync.connects.take(&counted, 1, appsync.context.now()) {
        return response::text(StatusCode::TOO_MANY_REQUESTS, "Too many new connections.");
    }
    let handshake = Handshake { authorization, source_ip: address.ip() };
    let limit = appsync.context.config.limits.message_bytes;
    upgrade
        .protocols([PROTOCOL])
        .max_message_size(limit)
        .max_frame_size(limit)
        .on_upgrade(move |socket| realtime::serve(appsync, socket, handshake))
}

fn readable(headers: &HeaderMap) -> Map<String, Value> {
    let value = |name: &header::HeaderName| {
        let values = headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
        values.collect::<Vec<_>>().join(",")
    };
    headers.keys().map(|name| (name.to_string(), Value::String(value(name)))).collect()
}
