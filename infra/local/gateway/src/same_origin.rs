//! Same-origin check, which also rejects DNS rebinding.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::response::text;

/// Accepted host names. A DNS rebinding attack uses another name.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];
/// Paths open to all origins, as on AWS. They use no cookies.
const OPEN_TO_ALL: [&str; 2] = ["/graphql", "/graphql/realtime"];

/// Rejects a request with a foreign Host (421) or Origin (403).
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

fn own_host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    (hosts.next().is_none() && NAMES.contains(&name)).then_some(host)
}

fn is_of(headers: &HeaderMap, host: &str) -> bool {
    headers
        .get_all(header::ORIGIN)
        .iter()
        .all(|origin| origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) == Some(host))
}
