//! `/local/…`: controls for tests; requires the API key.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use local_service::{json_answer, read_body, text_of};
use serde::Deserialize;
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::error::{INVALID_PARAMETER, Refusal};
use crate::fault::Fault;
use crate::world::StandIn;

const MAX_BYTES: usize = 64 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faults {
    title: String,
    next: Vec<Fault>,
}

/// `POST /local/faults {"title", "next": [...]}`: faults of the next requests for this title.
pub(crate) async fn faults(State(stand_in): State<Arc<StandIn>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if let Err(refusal) = stand_in.authorized(text_of(&head.headers, header::AUTHORIZATION.as_str())) {
        return json_answer(refusal.status, &refusal.body);
    }
    let faults = read_body(body, MAX_BYTES).await;
    let Some(Faults { title, next }) = faults.and_then(|body| serde_json::from_slice(&body).ok()) else {
        let refusal = Refusal::new(StatusCode::BAD_REQUEST, "Not {title, next}.", INVALID_PARAMETER);
        return json_answer(refusal.status, &refusal.body);
    };
    let count = next.len();
    stand_in.break_next(&title, next);
    json_answer(StatusCode::OK, &json!({ "faults": count }))
}

/// `GET /local/pages?title=…`: number of requests and documents of a title.
pub(crate) async fn pages(State(stand_in): State<Arc<StandIn>>, request: Request) -> Response {
    if let Err(refusal) = stand_in.authorized(text_of(request.headers(), header::AUTHORIZATION.as_str())) {
        return json_answer(refusal.status, &refusal.body);
    }
    let query = request.uri().query().unwrap_or_default();
    let title = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "title");
    let title = title.map(|(_, title)| title).unwrap_or_default();
    let calls = stand_in.calls(&title);
    let world = stand_in.world();
    let made = world.pages.values().filter(|page| page.title == title);
    let documents: Vec<Value> = made.map(|page| page.whole.clone()).collect();
    json_answer(StatusCode::OK, &json!({ "calls": calls, "documents": documents }))
}
