//! The front end's files, as CloudFront serves them on AWS.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use regex::RegexSet;

use crate::files;
use crate::gateway::Gateway;

const REVALIDATE: &str = "no-cache";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The site and what it needs at every request.
#[derive(Clone)]
pub struct Site {
    /// The shared state.
    pub gateway: Arc<Gateway>,
    /// Paths that the single-page app routes.
    pub routes: Arc<RegexSet>,
}

/// Answers every path that nothing else answers: a file, the app, or the 404 page with status 404.
pub async fn page(State(site): State<Site>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let root = &site.gateway.config.site;
    let mut response = if method != Method::GET && method != Method::HEAD {
        files::text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.")
    } else if let Some(file) = files::find(root, uri.path()).await {
        let cache = if uri.path().starts_with("/assets/") { IMMUTABLE } else { REVALIDATE };
        files::serve(&file, StatusCode::OK, cache, &headers).await
    } else if let Some(app) =
        files::find(root, "index.html").await.filter(|_| site.routes.is_match(uri.path()))
    {
        files::serve(&app, StatusCode::OK, REVALIDATE, &headers).await
    } else if let Some(missing) = files::find(root, "404.html").await {
        files::serve(&missing, StatusCode::NOT_FOUND, REVALIDATE, &headers).await
    } else {
        files::text(StatusCode::NOT_FOUND, "Not found.")
    };
    secure(&mut response, site.gateway.config.content_security_policy.as_deref());
    response
}

/// `GET /config.json`: what the front end must know about its back end.
pub async fn config(State(site): State<Site>) -> Response {
    let body = site.gateway.config.client_config.to_string().into_bytes();
    let mut response = files::typed(StatusCode::OK, "application/json", body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATE));
    secure(&mut response, None);
    response
}

/// The security headers that the distribution's response headers policy adds on AWS.
fn secure(response: &mut Response, policy: Option<&str>) {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    let referrer = HeaderValue::from_static("strict-origin-when-cross-origin");
    headers.insert(HeaderName::from_static("referrer-policy"), referrer);
    if let Some(policy) = policy.and_then(|policy| HeaderValue::from_str(policy).ok()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}
