//! The routes of the one port, and what wraps all of them.

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

/// The router of the whole gateway; the error says which of the configured routes is no expression.
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

/// The longest names of built files.
const FILE_NAME_CHARACTERS: usize = 64;
/// A recipe's id is as long, a person's is longer.
const NAME_CHARACTERS: usize = 32;

/// One line for each request. The query stays out of it, because older clients carry their token there.
async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), shown(&request));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    log::line(&format!("{method} {path} {status} {}ms", started.elapsed().as_millis()));
    response
}

/// A request's address as it may be logged. Of a route that is its pattern, since keys of uploads name people; of a page of
/// the site it is the path, without parts that could be anything but a name.
fn shown(request: &Request) -> String {
    if let Some(route) = request.extensions().get::<MatchedPath>() {
        return route.as_str().to_owned();
    }
    let is_file = |part: &str| {
        part.len() <= FILE_NAME_CHARACTERS
            && part.split('.').count() == 2
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    // What is encoded has capitals.
    let is_word = |part: &str| {
        part.len() <= NAME_CHARACTERS
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let parts =
        request.uri().path().split('/').map(|part| if is_file(part) || is_word(part) { part } else { "…" });
    parts.collect::<Vec<_>>().join("/")
}
