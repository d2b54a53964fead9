//! The uploads bucket on the app's origin: form posts and presigned links.
//!
//! The cloud checks signature, expiry, policy and permissions like S3. Unsigned requests are rejected here
//! and in `../cloud_uploads.py`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};

use crate::cloud::Reply;
use crate::context::Context;
use crate::response::{text, unavailable};

/// Maximum form size in bytes. The policy of a form allows a file of at most 20 MiB.
const MAX_FORM_BYTES: usize = 24 * 1024 * 1024;

const PASSED_HEADERS: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::CONTENT_DISPOSITION,
    header::CACHE_CONTROL,
    header::ETAG,
    header::LAST_MODIFIED,
];

/// `POST /<bucket>`: forwards a form upload; 413 beyond 24 MiB.
pub fn forms() -> MethodRouter<Arc<Context>> {
    post(posted).layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// `GET /<bucket>/<key>`: forwards a presigned link; 403 if it is not signed with session credentials.
pub fn links() -> MethodRouter<Arc<Context>> {
    get(linked)
}

async fn posted(State(context): State<Arc<Context>>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    forward(&context, Method::POST, uri.path(), &headers, body).await
}

async fn linked(State(context): State<Arc<Context>>, uri: Uri, headers: HeaderMap) -> Response {
    let query = uri.query().unwrap_or_default();
    // The cloud accepts root keys without a check, so only session credentials are forwarded.
    let is_signed = query.split('&').any(|pair| pair.starts_with("X-Amz-Signature="))
        && query.split('&').any(|pair| pair.starts_with("X-Amz-Credential=ASIA"));
    match uri.path_and_query() {
        Some(path) if is_signed => {
            forward(&context, Method::GET, path.as_str(), &headers, Bytes::new()).await
        }
        _ => text(StatusCode::FORBIDDEN, "Access Denied"),
    }
}

async fn forward(
    context: &Context,
    method: Method,
    path: &str,
    headers: &HeaderMap,
    body: Bytes,
) -> Response {
    let mut sent = HeaderMap::new();
    // The signature covers the host.
    for name in [header::HOST, header::CONTENT_TYPE] {
        if let Some(value) = headers.get(&name) {
            sent.insert(name, value.clone());
        }
    }
    match context.cloud.forward(method, path, sent, body).await {
        Ok(reply) => answer(reply),
        Err(error) => unavailable(&error),
    }
}

fn answer(reply: Reply) -> Response {
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    for name in PASSED_HEADERS {
        if let Some(value) = reply.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
