//! Recipe photos from the media bucket.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::context::Context;
use crate::response;

/// `GET /media/<recipe id>/<name>`: a photo. Its name is a hash, optionally with sizes.
pub async fn picture(
    State(context): State<Arc<Context>>,
    Path((recipe, name)): Path<(String, String)>,
) -> Response {
    let is_hex =
        |text: &str| !text.is_empty() && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let (hash, sizes) = name.split_once('-').unwrap_or((&name, ""));
    let are_sizes = sizes.bytes().all(|b| matches!(b, b'0'..=b'9' | b'x' | b'-'));
    let missing = || response::text(StatusCode::NOT_FOUND, "Not found.");
    if recipe.len() != 32 || name.len() > 128 || !is_hex(&recipe) || !is_hex(hash) || !are_sizes {
        return missing();
    }
    let path = format!("/{}/media/{recipe}/{name}", context.config.media_bucket);
    let reply = match context.cloud.get("s3", &path).await {
        Ok(reply) => reply,
        Err(error) => return response::unavailable(&error),
    };
    let kind = reply.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
        .into_iter()
        .find(|picture| reply.status == StatusCode::OK && kind == Some(picture));
    let Some(kind) = kind else { return missing() };
    let mut answer = response::typed(StatusCode::OK, kind, reply.body.to_vec());
    let headers = answer.headers_mut();
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, forever);
    answer
}
