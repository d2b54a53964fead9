//! HTTP server on 127.0.0.1.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use local_service::{json_answer, own_pages_only, text_of};

use crate::error::ApiError;
use crate::page::receipt;
use crate::stand_in::{Answer, Asked, StandIn};
use crate::wire::{read, refused};
use crate::{control, page};

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
        // Never ready: the client times out.
        Ok(Answer::Silence) => std::future::pending().await,
        Err(error) => refused(&error),
    }
}
