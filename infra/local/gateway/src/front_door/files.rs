//! Serves files of a folder without path traversal.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use percent_encoding::percent_decode_str;

use crate::response;

/// The file at a URL path below `root` (index.html for a folder); `None` if missing, hidden or outside.
pub async fn find(root: &Path, url_path: &str) -> Option<PathBuf> {
    let decoded = percent_decode_str(url_path).decode_utf8().ok()?;
    let mut wanted = root.to_path_buf();
    for segment in decoded.split('/').filter(|segment| !segment.is_empty()) {
        // Also rejects ".." and "."; Windows treats a backslash as a separator.
        if segment.starts_with('.') || segment.contains(['\\', '\0']) {
            return None;
        }
        wanted.push(segment);
    }
    if tokio::fs::metadata(&wanted).await.ok()?.is_dir() {
        wanted.push("index.html");
    }
    // Resolves symbolic links, which may point outside the folder.
    let (root, file) =
        (tokio::fs::canonicalize(root).await.ok()?, tokio::fs::canonicalize(&wanted).await.ok()?);
    (file.starts_with(&root) && file.is_file()).then_some(file)
}

/// A file's content.
pub struct Content {
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// ETag from size and modification time.
    pub tag: String,
    /// Value of `content-type`.
    pub content_type: &'static str,
}

/// Reads a file; `None` if it disappeared.
pub async fn read(file: &Path) -> Option<Content> {
    let metadata = tokio::fs::metadata(file).await.ok()?;
    let bytes = tokio::fs::read(file).await.ok()?;
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let tag = format!("{:x}-{:x}", bytes.len(), modified.unwrap_or_default().as_nanos());
    Some(Content { bytes, tag, content_type: content_type(file) })
}

/// Responds with a file, or 304 if its ETag matches.
pub async fn serve(file: &Path, status: StatusCode, cache: &'static str, request: &HeaderMap) -> Response {
    match read(file).await {
        Some(content) => answer(content, status, cache, request),
        None => response::text(StatusCode::NOT_FOUND, "Not found."),
    }
}

/// Responds with content, or 304 if its ETag matches.
pub fn answer(content: Content, status: StatusCode, cache: &'static str, request: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", content.tag);
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let (status, body) = match known && status == StatusCode::OK {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (status, Body::from(content.bytes)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content.content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "pdf" => "application/pdf",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
