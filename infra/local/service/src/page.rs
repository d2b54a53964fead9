//! Pages of stand-ins: plain HTML without scripts.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

// form-action allows any place: after a form is sent its sender may be led on to another site.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const PAGE: &str = include_str!("page.html");

/// The content of a page of a stand-in, put into the frame that all of them share.
pub struct HtmlPage<'a> {
    /// The tag of its language.
    pub language: &'a str,
    /// Its heading, as text.
    pub heading: &'a str,
    /// What the page is and that it is a stand-in's, as text.
    pub what: &'a str,
    /// All else, as HTML: whatever others wrote in it is [`escaped`].
    pub body: &'a str,
}

/// An answer with a page that nobody keeps.
#[must_use]
pub fn html_answer(status: StatusCode, page: &HtmlPage<'_>) -> Response {
    let html = PAGE
        .replace("{language}", &escaped(page.language))
        .replace("{heading}", &escaped(page.heading))
        .replace("{what}", &escaped(page.what))
        // Last: what others wrote is not searched for further places.
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

/// A text that is safe between tags and in quoted attributes.
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
    fn what_others_write_is_text() {
        assert_eq!(escaped("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    }
}
