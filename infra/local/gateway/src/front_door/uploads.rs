//! The uploads bucket on the app's own origin: forms are posted to it and links read from it, as on S3's own address.
//!
//! The cloud checks what S3 checks: the signature of form or link, its end, the form's policy and its signer's rights. What
//! it would pass without any proof, which S3 does not, is refused here and in `../cloud_uploads.py`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};

use crate::cloud::Reply;
use crate::context::Context;
use crate::response::{text, unavailable};

/// A form holds 20 MiB and its fields; S3 says what is too large, up to here.
const MAX_FORM_BYTES: usize = 24 * 1024 * 1024;

/// What a browser is told of S3's answer.
const PASSED_HEADERS: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::CONTENT_DISPOSITION,
    header::CACHE_CONTROL,
    header::ETAG,
    header::LAST_MODIFIED,
];

/// `POST /<bucket>`: passes a form on to the cloud; 413 beyond 24 MiB.
pub fn forms() -> MethodRouter<Arc<Context>> {
    post(posted).layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// `GET /<bucket>/<key>`: passes a link on to the cloud; 403 unless a session has signed it.
pub fn links() -> MethodRouter<Arc<Context>> {
    get(linked)
}

async fn posted(State(context): State<Arc<Context>>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    forward(&context, Method::POST, uri.path(), &headers, body).await
}

async fn linked(State(context): State<Arc<Context>>, uri: Uri, headers: HeaderMap) -> Response {
    let query = uri.query().unwrap_or_default();
    // Of a session: the cloud believes its root keys whatever they have signed.
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
    // The host is part of what a link signs.
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
