//! The routes of the one port, and what wraps all of them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::{any, get, post};
use serde_json::{Map, Value, json};

use crate::addresses::Addresses;
use crate::delivery::Delivery;
use crate::error::Refusal;
use crate::gateway::Gateway;
use crate::realtime::{self, Handshake, PROTOCOL};
use crate::site::Site;
use crate::{demo, files, google, graphql, hosted, passage, site, uploads};

/// Cognito's calls are small.
const MAX_COGNITO_BYTES: usize = 64 * 1024;

/// The router of the whole gateway; the error says which of the configured routes is no expression.
pub fn router(gateway: Arc<Gateway>) -> Result<Router, String> {
    let site = Site {
        gateway: Arc::clone(&gateway),
        addresses: Arc::new(Addresses::new(&gateway.config)?),
        delivery: Arc::new(Delivery::new(gateway.config.site_texts.clone())),
    };
    let small = DefaultBodyLimit::max(MAX_COGNITO_BYTES);
    let cognito = post(passage::cognito).layer(small);
    let of_uploads = match &gateway.config.uploads_bucket {
        Some(bucket) => Router::new()
            .route(&format!("/{bucket}"), uploads::forms())
            .route(&format!("/{bucket}/{{*key}}"), uploads::links()),
        None => Router::new(),
    };
    let of_gateway = Router::new()
        .route("/graphql", post(serve_graphql).options(preflight))
        .route("/graphql/realtime", get(open_websocket))
        .route("/cognito-identity/", cognito.clone())
        .route("/cognito-idp/", cognito.clone())
        .route("/media/{recipe}/{hash}", get(passage::media))
        .route("/oauth2/authorize", get(hosted::authorize))
        .route("/oauth2/idpresponse", get(hosted::answered))
        .route("/oauth2/token", post(hosted::token).layer(small))
        .route("/logout", get(hosted::logout))
        .route("/local/google/authorize", get(google::ask).post(google::answer).layer(small))
        .route("/local/google/token", post(google::token).layer(small))
        .route("/demo", any(demo::page))
        .route("/demo/", any(demo::page))
        .route("/demo/{*path}", any(demo::page))
        .route("/", cognito)
        .merge(of_uploads)
        .with_state(gateway);
    let of_site = Router::new()
        .route("/", get(site::page))
        .route("/config.json", get(site::config))
        .fallback(site::page)
        .with_state(site);
    let healthz =
        get(|| async { files::typed(StatusCode::OK, "application/json", b"{\"ok\":true}".to_vec()) });
    Ok(of_gateway.merge(of_site).route("/healthz", healthz).layer(from_fn(log_request)))
}

async fn serve_graphql(
    State(gateway): State<Arc<Gateway>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let limit = gateway.config.limits.body_bytes;
    let body = to_bytes(body, limit).await.map_err(|_| {
        Refusal::new(
            413,
            "RequestEntityTooLargeException",
            format!("A request may have {limit} bytes at most."),
        )
    });
    let answered = match body {
        Ok(body) => match std::str::from_utf8(&body) {
            Ok(text) => graphql::answer(&gateway, &readable(&parts.headers), text, address.ip()).await,
            Err(_) => Err(Refusal::malformed("Invalid JSON payload in POST request.")),
        },
        Err(refusal) => Err(refusal),
    };
    let (status, document, error_type) = match answered {
        Ok(document) => (StatusCode::OK, document, None),
        Err(refusal) => (refusal.status, json!({ "errors": [refusal.to_json()] }), Some(refusal.error_type)),
    };
    let mut response =
        files::typed(status, "application/json;charset=UTF-8", document.to_string().into_bytes());
    if let Some(value) = error_type.and_then(|name| HeaderValue::from_str(&name).ok()) {
        response.headers_mut().insert("x-amzn-errortype", value);
    }
    cross_origin(response)
}

async fn preflight() -> Response {
    cross_origin(files::text(StatusCode::OK, ""))
}

/// AppSync lets every origin call it: the credentials are in the request, never in a cookie.
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
    State(gateway): State<Arc<Gateway>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !gateway.connects.take(gateway.now()) {
        return files::text(StatusCode::TOO_MANY_REQUESTS, "Too many new connections.");
    }
    let offered =
        headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    let offered: Vec<&str> = offered.flat_map(|list| list.split(',')).map(str::trim).collect();
    if !offered.contains(&PROTOCOL) {
        return files::text(
            StatusCode::BAD_REQUEST,
            "NoProtocolError: the subprotocol graphql-ws is needed.",
        );
    }
    // Today's clients put the authorization into a subprotocol, older ones into the query.
    let in_query = uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("header="));
    let in_query =
        in_query.map(|value| percent_encoding::percent_decode_str(value).decode_utf8_lossy().into_owned());
    let in_protocol = offered.iter().find_map(|protocol| protocol.strip_prefix("header-")).map(str::to_owned);
    let authorization = in_protocol.or(in_query).and_then(|encoded| realtime::decode_header(&encoded));
    let handshake = Handshake { authorization, source_ip: address.ip() };
    let limit = gateway.config.limits.message_bytes;
    upgrade
        .protocols([PROTOCOL])
        .max_message_size(limit)
        .max_frame_size(limit)
        .on_upgrade(move |socket| realtime::serve(gateway, socket, handshake))
}

/// Headers as resolvers and authorizers see them: lower-case names, repeated values joined.
fn readable(headers: &HeaderMap) -> Map<String, Value> {
    let value = |name: &header::HeaderName| {
        let values = headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
        values.collect::<Vec<_>>().join(",")
    };
    headers.keys().map(|name| (name.to_string(), Value::String(value(name)))).collect()
}

/// One line for each request. The query stays out of it, because older clients carry their token there.
async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let status = response.status().as_u16();
    crate::log(&format!("{method} {path} {status} {}ms", started.elapsed().as_millis()));
    response
}
