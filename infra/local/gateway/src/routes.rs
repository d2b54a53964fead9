//! The routes of the one port, and what wraps all of them.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;

use crate::appsync::{self, AppSync};
use crate::context::Context;
use crate::{front_door, log, response, sign_in};

/// The router of the whole gateway; the error says which of the configured routes is no expression.
pub fn router(context: &Arc<Context>, appsync: AppSync) -> Result<Router, String> {
    let healthz =
        get(|| async { response::typed(StatusCode::OK, "application/json", b"{\"ok\":true}".to_vec()) });
    Ok(appsync::router(appsync)
        .merge(sign_in::router(context))
        .merge(front_door::router(context)?)
        .route("/healthz", healthz)
        .layer(from_fn(log_request)))
}

/// One line for each request. The query stays out of it, because older clients carry their token there.
async fn log_request(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let status = response.status().as_u16();
    log::line(&format!("{method} {path} {status} {}ms", started.elapsed().as_millis()));
    response
}
