//! Request headers of a browser that opens a page.
//!
//! Many sites reject unknown clients or contradictory headers, so these are Firefox's. The user agent ends
//! with `Zest/…`, so that sites can recognise Zest. There are no cookies and no referrer. reqwest sets
//! `Accept-Encoding`.

use app::fetching::Wanted;
use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, UPGRADE_INSECURE_REQUESTS,
};

/// User agent of Firefox ESR, followed by Zest's name and version.
pub(crate) const USER_AGENT: &str = concat!(
    "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0 Zest/",
    env!("CARGO_PKG_VERSION")
);

/// Headers by requested kind. Languages: English, then the other supported ones.
pub(crate) fn for_wanted(wanted: Wanted) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("en-US,en;q=0.9,es;q=0.8,fr;q=0.8,*;q=0.5"));
    let (accept, dest, mode, site) = match wanted {
        Wanted::Page => {
            headers.insert(UPGRADE_INSECURE_REQUESTS, HeaderValue::from_static("1"));
            headers.insert(HeaderName::from_static("sec-fetch-user"), HeaderValue::from_static("?1"));
            (
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "document",
                "navigate",
                "none",
            )
        }
        // Formats that Zest can decode come first.
        Wanted::Picture => {
            ("image/webp,image/jpeg,image/png,image/*;q=0.8,*/*;q=0.5", "image", "no-cors", "cross-site")
        }
    };
    headers.insert(ACCEPT, HeaderValue::from_static(accept));
    headers.insert(HeaderName::from_static("sec-fetch-dest"), HeaderValue::from_static(dest));
    headers.insert(HeaderName::from_static("sec-fetch-mode"), HeaderValue::from_static(mode));
    headers.insert(HeaderName::from_static("sec-fetch-site"), HeaderValue::from_static(site));
    headers
}
