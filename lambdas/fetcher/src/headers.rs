//! What we send: the headers of a browser that opens one page because a person asked for it.
//!
//! Many sites refuse a client that names no browser, and many refuse one whose headers contradict each other.
//! So these are Firefox's headers (which has no client hints to fake) in full, and the product `Zest/…` at the
//! end of the user agent, where browsers built on another name themselves: a site that does not want us can see
//! and refuse us. No cookies and no referrer are ever sent. `Accept-Encoding` comes from reqwest, which also
//! undoes the encodings it offers.

use app::fetching::Wanted;
use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue, UPGRADE_INSECURE_REQUESTS,
};

/// The user agent: Firefox's long-term release, and who we are.
pub(crate) const USER_AGENT: &str = concat!(
    "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0 Zest/",
    env!("CARGO_PKG_VERSION")
);

/// The headers that depend on what is wanted. English leads; our other two languages come before anything else,
/// so that a site which negotiates answers in one that we read.
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
        // Formats that can be decoded later come first.
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
