//! HTTP server on 127.0.0.1.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use bytes::Bytes;
use local_service::{json_answer, own_pages_only, read_body, text_of};
use serde_json::json;

use crate::error::{INVALID_PARAMETER, Refusal, TRY_AGAIN};
use crate::fault::Fault;
use crate::world::{Outcome, StandIn};
use crate::{control, page};

const MAX_BYTES: usize = 1024 * 1024;
const LARGE_BYTES: usize = 10 * 1024 * 1024;

pub(crate) fn router(stand_in: Arc<StandIn>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/idp/v1/products/recipe", post(recipe))
        .route("/store/recipes/{number}", get(page::show))
        .route("/local/faults", post(control::faults))
        .route("/local/pages", get(control::pages))
        .fallback(|| async { refused(&Refusal::new(StatusCode::NOT_FOUND, "Not found", 1_004)) })
        .layer(middleware::from_fn(own_pages_only))
        .with_state(stand_in)
}

fn refused(refusal: &Refusal) -> Response {
    json_answer(refusal.status, &refusal.body)
}

async fn recipe(State(stand_in): State<Arc<StandIn>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if let Err(refusal) = stand_in.authorized(text_of(&head.headers, header::AUTHORIZATION.as_str())) {
        return refused(&refusal);
    }
    let Some(bytes) = read_body(body, MAX_BYTES).await else {
        return refused(&Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "Too large", INVALID_PARAMETER));
    };
    match stand_in.make(&bytes) {
        Outcome::Made(link) => json_answer(StatusCode::OK, &json!({ "products_link_url": link })),
        Outcome::Refused(refusal) => refused(&refusal),
        Outcome::Failed(fault) => failed(fault, &stand_in.origin).await,
    }
}

async fn failed(fault: Fault, origin: &str) -> Response {
    match fault {
        Fault::Busy => refused(&Refusal::new(StatusCode::TOO_MANY_REQUESTS, "Too many requests", 4_029)),
        Fault::TryAgain => refused(&Refusal::of_codes(&[TRY_AGAIN])),
        Fault::SeveralTryAgain => refused(&Refusal::of_codes(&[INVALID_PARAMETER, TRY_AGAIN])),
        Fault::Refused => refused(&Refusal::of_codes(&[INVALID_PARAMETER])),
        Fault::SeveralRefused => refused(&Refusal::of_codes(&[INVALID_PARAMETER; 2])),
        Fault::KeyRefused => refused(&Refusal::new(StatusCode::FORBIDDEN, "Forbidden", 1_003)),
        Fault::Down => plain(StatusCode::INTERNAL_SERVER_ERROR, "<h1>Something went wrong</h1>"),
        // Never ready: the client times out.
        Fault::Silent => std::future::pending().await,
        Fault::Nonsense => plain(StatusCode::OK, "{\"products_link_url\": "),
        Fault::NoLink => json_answer(StatusCode::OK, &json!({ "products_link": origin })),
        Fault::WrongLink => json_answer(
            StatusCode::OK,
            &json!({ "products_link_url": "https://evil.example/store/recipes/1" }),
        ),
        Fault::Large => {
            let link = format!("{{\"products_link_url\": \"{origin}/store/recipes/1\"}}");
            let mut body = vec![b' '; LARGE_BYTES];
            body.extend_from_slice(link.as_bytes());
            Response::new(Body::from(Bytes::from(body)))
        }
        Fault::Moved => {
            let mut answer = plain(StatusCode::FOUND, "");
            let elsewhere = HeaderValue::from_static("https://evil.example/");
            answer.headers_mut().insert(header::LOCATION, elsewhere);
            answer
        }
    }
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    answer
}
