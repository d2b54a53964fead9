//! HTML pages without scripts.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

// form-action is not set: submitting a form may redirect to another site.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const PAGE: &str = include_str!("page.html");

/// A page with the common frame.
pub struct HtmlPage<'a> {
    /// Language tag.
    pub language: &'a str,
    /// Heading as text.
    pub heading: &'a str,
    /// Notice that this is a stand-in, as text.
    pub what: &'a str,
    /// Content as HTML; other text must be [`escaped`].
    pub body: &'a str,
}

/// An HTML response with `no-store`.
#[must_use]
pub fn html_answer(status: StatusCode, page: &HtmlPage<'_>) -> Response {
    let html = PAGE
        .replace("{language}", &escaped(page.language))
        .replace("{heading}", &escaped(page.heading))
        .replace("{what}", &escaped(page.what))
        // Replaced last, so that placeholders in the content stay unchanged.
        .replace("{body}", page.body);
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Escapes text for HTML content and quoted attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_escaped() {
        assert_eq!(escaped("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    }
}
