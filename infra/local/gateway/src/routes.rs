//! Routes and middleware of the gateway.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;

use crate::appsync::{self, AppSync};
use crate::context::Context;
use crate::{front_door, log, response, rest, same_origin, sign_in};

/// The complete router; the error names an invalid route.
pub fn router(context: &Arc<Context>, appsync: AppSync) -> Result<Router, String> {
    let healthz =
        get(|| async { response::typed(StatusCode::OK, "application/json", b"{\"ok\":true}".to_vec()) });
    let of_rest = rest::router(context, Arc::clone(&appsync.functions))?;
    Ok(appsync::router(appsync)
        .merge(of_rest)
        .merge(sign_in::router(context))
        .merge(front_door::router(context)?)
        .route("/healthz", healthz)
        .layer(from_fn(same_origin::only))
        .layer(from_fn(log_request)))
}

/// Longer file names are masked in the log.
const FILE_NAME_CHARACTERS: usize = 64;
/// Longer path segments are masked in the log. Recipe ids fit, identity ids do not.
const NAME_CHARACTERS: usize = 32;

/// Logs a request without its query: older clients send tokens there.
async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), shown(&request));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    log::line(&format!("{method} {path} {status} {}ms", started.elapsed().as_millis()));
    response
}

/// The path as it is logged: the pattern of the matched route, because keys of uploads identify people. If no
/// route matches, unusual segments of the path are masked.
fn shown(request: &Request) -> String {
    if let Some(route) = request.extensions().get::<MatchedPath>() {
        return route.as_str().to_owned();
    }
    let is_file = |part: &str| {
        part.len() <= FILE_NAME_CHARACTERS
            && part.split('.').count() == 2
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    // Encoded ids contain upper-case letters, words do not.
    let is_word = |part: &str| {
        part.len() <= NAME_CHARACTERS
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let parts =
        request.uri().path().split('/').map(|part| if is_file(part) || is_word(part) { part } else { "…" });
    parts.collect::<Vec<_>>().join("/")
}
