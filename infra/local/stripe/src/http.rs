//! The stand-in over HTTP, on this machine alone.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{any, get, post};
use serde_json::json;

use crate::error::ApiError;
use crate::page::receipt;
use crate::stand_in::{Answer, Asked, StandIn};
use crate::wire::{json_answer, read, refused, text_of};
use crate::{control, page};

/// The names of this machine; a page that points a name of its own here keeps that name.
const NAMES: [&str; 2] = ["localhost", "127.0.0.1"];

/// Every address of the stand-in.
pub(crate) fn router(stand_in: Arc<StandIn>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/c/pay/{id}", get(page::show).post(page::pay))
        .route("/c/receipt/{id}", get(receipt::show))
        .route("/local/switches", get(control::switches).post(control::set_switches))
        .route("/local/clock", post(control::advance))
        .route("/local/sessions/{id}/pay", post(control::pay))
        .route("/local/refunds/{id}/fail", post(control::fail_refund))
        .route("/local/disputes", post(control::open_dispute))
        .route("/local/disputes/{id}/close", post(control::close_dispute))
        .route("/local/deliveries", get(control::deliveries))
        .route("/v1/{*path}", any(api))
        .fallback(|method: Method, uri: Uri| async move {
            refused(&ApiError::unknown_address(method.as_str(), uri.path()))
        })
        .layer(middleware::from_fn(own_pages_only))
        .with_state(stand_in)
}

async fn api(State(stand_in): State<Arc<StandIn>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(error) => return refused(&error),
    };
    let asked = Asked {
        method: &head.method,
        path: head.uri.path(),
        query: head.uri.query().unwrap_or_default(),
        body: &body,
        authorization: text_of(&head.headers, header::AUTHORIZATION.as_str()),
        key: text_of(&head.headers, "idempotency-key"),
    };
    match stand_in.answer(&asked) {
        Ok(Answer::Json { body, replayed }) => {
            let mut response = json_answer(StatusCode::OK, &body);
            if replayed {
                response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
            }
            response
        }
        // The caller's own time-out ends it; nothing of ours waits meanwhile.
        Ok(Answer::Silence) => std::future::pending().await,
        Err(error) => refused(&error),
    }
}

/// Hands on what programs send and what pages of the stand-in's own send; another page, or another name of this machine, may
/// not speak to it.
async fn own_pages_only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = text_of(headers, header::HOST.as_str()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if !NAMES.contains(&name) {
        return json_answer(
            StatusCode::MISDIRECTED_REQUEST,
            &json!({ "error": { "message": "The stand-in has no such name." } }),
        );
    }
    let foreign = headers
        .get_all(header::ORIGIN)
        .iter()
        .any(|origin| origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host));
    if foreign && request.method() != Method::GET {
        return json_answer(
            StatusCode::FORBIDDEN,
            &json!({ "error": { "message": "Other pages do not speak to the stand-in." } }),
        );
    }
    next.run(request).await
}
