//! Fills placeholders and compresses files, as the deployment and CloudFront do.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use brotli::enc::BrotliEncoderParams;

use super::files::{self, Content};
use crate::response;

const SMALLEST_COMPRESSED: usize = 1000;
const QUALITY: i32 = 5;

/// Serves files and caches their compressed form.
pub struct Delivery {
    texts: Vec<(String, String)>,
    compressed: Mutex<HashMap<PathBuf, (String, Vec<u8>)>>,
}

impl Delivery {
    /// Creates the server; `texts` maps placeholders to values.
    pub fn new(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { texts: texts.into_iter().collect(), compressed: Mutex::default() }
    }

    /// Responds with a file.
    pub async fn serve(
        &self,
        file: &Path,
        status: StatusCode,
        cache: &'static str,
        request: &HeaderMap,
    ) -> Response {
        let Some(content) = files::read(file).await else {
            return response::text(StatusCode::NOT_FOUND, "Not found.");
        };
        let content = self.fill_in(content);
        if !is_text(content.content_type) {
            return files::answer(content, status, cache, request);
        }
        let fits = content.bytes.len() >= SMALLEST_COMPRESSED && takes_brotli(request);
        let compressed = if fits { self.compress(file, &content).await } else { None };
        let encoded = compressed.is_some();
        let mut response = files::answer(compressed.unwrap_or(content), status, cache, request);
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if encoded {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }

    /// The page with its placeholders filled; `None` if the file is missing.
    pub async fn filled(&self, file: &Path) -> Option<Vec<u8>> {
        files::read(file).await.map(|content| self.fill_in(content).bytes)
    }

    fn fill_in(&self, mut content: Content) -> Content {
        if !matches!(
            content.content_type,
            "text/html; charset=utf-8" | "application/xml" | "text/plain; charset=utf-8"
        ) {
            return content;
        }
        if let Ok(text) = std::str::from_utf8(&content.bytes) {
            let filled =
                self.texts.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from.as_str(), to));
            content.bytes = filled.into_bytes();
        }
        content
    }

    async fn compress(&self, file: &Path, content: &Content) -> Option<Content> {
        let tag = format!("{}-br", content.tag);
        let known = self.compressed.lock().unwrap_or_else(PoisonError::into_inner).get(file).cloned();
        let bytes = match known.filter(|(known, _)| *known == tag) {
            Some((_, bytes)) => bytes,
            None => {
                let plain = content.bytes.clone();
                let bytes = tokio::task::spawn_blocking(move || brotli_of(&plain)).await.ok()??;
                let mut all = self.compressed.lock().unwrap_or_else(PoisonError::into_inner);
                all.insert(file.to_owned(), (tag.clone(), bytes.clone()));
                bytes
            }
        };
        Some(Content { bytes, tag, content_type: content.content_type })
    }
}

/// Returns the body, with Brotli compression if the client accepts it and the body is not small, and its encoding.
pub async fn brotli_for(request: &HeaderMap, plain: Vec<u8>) -> (Vec<u8>, Option<&'static str>) {
    if plain.len() < SMALLEST_COMPRESSED || !takes_brotli(request) {
        return (plain, None);
    }
    let text = plain.clone();
    match tokio::task::spawn_blocking(move || brotli_of(&text)).await {
        Ok(Some(compressed)) => (compressed, Some("br")),
        Ok(None) | Err(_) => (plain, None),
    }
}

fn brotli_of(plain: &[u8]) -> Option<Vec<u8>> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams { quality: QUALITY, ..Default::default() };
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters).ok()?;
    Some(compressed)
}

fn is_text(content_type: &str) -> bool {
    content_type.starts_with("text/")
        || matches!(
            content_type,
            "application/json" | "application/manifest+json" | "application/xml" | "image/svg+xml"
        )
}

fn takes_brotli(request: &HeaderMap) -> bool {
    let offered = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offered.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("br") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}
