use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde_json::json;

use crate::wire::{json_answer, text_of};

/// Accepted host names; others may be DNS rebinding.
const NAMES: [&str; 2] = ["localhost", "127.0.0.1"];

/// Rejects requests with a foreign Host, and requests other than GET with a foreign Origin.
pub async fn own_pages_only(request: Request, next: Next) -> Response {
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
