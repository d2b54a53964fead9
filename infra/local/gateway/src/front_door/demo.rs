//! The demo kitchen: recipe pages, and pages that simulate errors.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;

use super::files;
use crate::context::Context;
use crate::response::{text, typed};

const CHUNK: &[u8] = &[b'.'; 64 * 1024];
const LARGE_BYTES: usize = 50 * 1024 * 1024;
const SLOW_SECONDS: u32 = 60;
const HTML: &str = "text/html; charset=utf-8";
const CHALLENGE: &[u8] = b"<!doctype html><html lang=\"en\"><title>Just a moment...</title>\
    <script src=\"/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1\"></script>\
    <noscript>Enable JavaScript and cookies to continue</noscript></html>";
/// A PDF that is served as HTML.
const FILE: &[u8] = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

/// JSON-LD of three recipes; one page omits the last.
const SEVERAL: [&str; 3] = [
    r#"{"@type":"Recipe","name":"Tomato sauce","recipeIngredient":["500 g tomatoes","1 onion"],
        "recipeInstructions":["Chop the tomatoes and the onion.","Simmer them for half an hour."]}"#,
    r#"{"@type":"Recipe","name":"Green sauce","recipeIngredient":["1 bunch parsley","100 ml olive oil"],
        "recipeInstructions":["Chop the parsley.","Stir in the oil."]}"#,
    r#"{"@type":"Recipe","name":"Fig chutney","recipeIngredient":["6 figs","1 tbsp vinegar"],
        "recipeInstructions":["Quarter the figs.","Cook them with the vinegar."]}"#,
];

/// Serves everything below `/demo`.
pub async fn page(
    State(context): State<Arc<Context>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.");
    }
    let path = uri.path().strip_prefix("/demo").unwrap_or_default();
    match path {
        "" => moved("/demo/"),
        "/status/403" => failing(StatusCode::FORBIDDEN),
        "/status/404" => failing(StatusCode::NOT_FOUND),
        "/status/500" => failing(StatusCode::INTERNAL_SERVER_ERROR),
        "/challenge" => typed(StatusCode::OK, HTML, CHALLENGE.to_vec()),
        "/file.pdf" => typed(StatusCode::OK, HTML, FILE.to_vec()),
        "/several" => typed(StatusCode::OK, HTML, several(SEVERAL.len())),
        "/fewer" => typed(StatusCode::OK, HTML, several(SEVERAL.len() - 1)),
        "/large" => streamed(large()),
        "/slow" => streamed(slow()),
        _ => match files::find(&context.config.demo, path).await {
            Some(file) => files::serve(&file, StatusCode::OK, "no-cache", &headers).await,
            None => failing(StatusCode::NOT_FOUND),
        },
    }
}

fn moved(to: &'static str) -> Response {
    let mut response = text(StatusCode::PERMANENT_REDIRECT, "The demo kitchen is at /demo/.");
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static(to));
    response
}

fn failing(status: StatusCode) -> Response {
    let reason = status.canonical_reason().unwrap_or_default();
    let code = status.as_u16();
    let html = format!(
        "<!doctype html><html lang=\"en\"><title>{code} {reason}</title><h1>{code} {reason}</h1>\
         <p>This page of the demo kitchen fails on purpose.</p></html>"
    );
    typed(status, HTML, html.into_bytes())
}

fn several(count: usize) -> Vec<u8> {
    let recipes: Vec<&str> = SEVERAL.into_iter().take(count).collect();
    let html = format!(
        "<!doctype html><html lang=\"en\"><title>Tomato sauce and others</title><h1>Tomato sauce</h1>\
         <p>All that goes with pasta.</p><script type=\"application/ld+json\">[{}]</script></html>",
        recipes.join(",")
    );
    html.into_bytes()
}

fn streamed(body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(HTML));
    response
}

fn large() -> Body {
    let head = Bytes::from_static(b"<!doctype html><html lang=\"en\"><title>Large</title><p>");
    let chunks = (0..LARGE_BYTES / CHUNK.len()).map(|_| Bytes::from_static(CHUNK));
    Body::from_stream(stream::iter(std::iter::once(head).chain(chunks).map(Ok::<_, std::io::Error>)))
}

fn slow() -> Body {
    Body::from_stream(stream::unfold(0, |sent| async move {
        if sent >= SLOW_SECONDS {
            return None;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        Some((Ok::<_, std::io::Error>(Bytes::from_static(b".")), sent + 1))
    }))
}
