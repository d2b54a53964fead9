//! Who may speak to the one origin: programs, and pages of its own. A page of another origin may not, nor one that has
//! pointed a name of its own at this machine (DNS rebinding).

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::response::text;

/// The names under which this machine calls itself; a page that rebinds its name keeps it.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// As on AWS every origin may call the API: what it takes proves itself, and never by a cookie.
const OPEN_TO_ALL: [&str; 2] = ["/graphql", "/graphql/realtime"];

/// Hands a request on, unless its Host is not this machine (421) or its Origin is another one (403).
pub async fn only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let Some(host) = own_host(headers) else {
        return text(StatusCode::MISDIRECTED_REQUEST, "Zest has no such name.");
    };
    if !OPEN_TO_ALL.contains(&request.uri().path()) && !is_of(headers, host) {
        return text(StatusCode::FORBIDDEN, "Pages of other origins do not speak to Zest.");
    }
    next.run(request).await
}

/// The one Host of a request, if it is one of this machine's names, with its port.
fn own_host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    (hosts.next().is_none() && NAMES.contains(&name)).then_some(host)
}

/// Whether every Origin that a request names is that of this host; one without any is a program's, or a browser's own.
fn is_of(headers: &HeaderMap, host: &str) -> bool {
    headers
        .get_all(header::ORIGIN)
        .iter()
        .all(|origin| origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) == Some(host))
}
