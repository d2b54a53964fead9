//! Responses that never end, are truncated or have wrong metadata.

use std::time::Duration;

use app::fetching::{FetchError, Fetched, Fetcher, Wanted};
use tokio::net::TcpListener;

use super::site::{Act, Book, HOST, PUBLIC, Site, answer, head, in_time};
use crate::fetcher::Limits;
use crate::names::{Answers, Names};

pub(super) struct Case {
    what: &'static str,
    acts: fn() -> Vec<Act>,
    limits: fn() -> Limits,
    expected: Result<&'static [u8], FetchError>,
}

const LATE: Result<&[u8], FetchError> = Err(FetchError::TimedOut);
const BROKEN: Result<&[u8], FetchError> = Err(FetchError::Unreachable);
const LARGE: Result<&[u8], FetchError> = Err(FetchError::TooLarge);
const AT_ONCE: Duration = Duration::ZERO;
const TICK: Duration = Duration::from_millis(10);
const SHORT: Duration = Duration::from_millis(60);
const LONG: Duration = Duration::from_secs(120);

#[rustfmt::skip]
pub(super) const CASES: &[Case] = &[
    // Timeouts, with short limits that alone can end the fetch; then sizes and malformed responses.
    Case { what: "headers that never come", acts: || vec![Act::Stall], limits: short_read, expected: LATE },
    Case { what: "headers at a byte a tick", acts: || vec![ok(), Act::Forever(b"x".to_vec(), TICK)], limits: short_read, expected: LATE },
    Case { what: "a body that stops", acts: || vec![ok(), text("Content-Length: 9\r\n\r\nsoup"), Act::Stall], limits: short_read, expected: LATE },
    Case { what: "a body at a byte a tick", acts: || vec![ok(), text("Content-Length: 9999\r\n\r\n"), Act::Forever(b"x".to_vec(), TICK)], limits: short_total, expected: LATE },
    Case { what: "chunks at one a tick", acts: || vec![ok(), text("Transfer-Encoding: chunked\r\n\r\n"), Act::Forever(b"1\r\nx\r\n".to_vec(), TICK)], limits: short_total, expected: LATE },
    Case { what: "endless compressed nothing", acts: || vec![ok(), text("Content-Encoding: gzip\r\n\r\n"), Act::Send(GZIP_HEAD.to_vec()), Act::Forever(EMPTY_BLOCK.repeat(99), TICK)], limits: short_total, expected: LATE },
    Case { what: "endless interim answers", acts: || vec![Act::Forever(b"HTTP/1.1 103 Early Hints\r\n\r\n".to_vec(), TICK)], limits: short_read, expected: LATE },
    Case { what: "an error page that never ends", acts: || vec![text("HTTP/1.1 500 Oops\r\n\r\n"), Act::Forever(b"x".to_vec(), TICK)], limits: short_total, expected: LATE },
    Case { what: "an endless body", acts: || vec![ok(), text("\r\n"), Act::Forever(vec![b'x'; 65_536], AT_ONCE)], limits: Limits::default, expected: LARGE },
    Case { what: "endless chunks", acts: || vec![ok(), text("Transfer-Encoding: chunked\r\n\r\n"), Act::Forever(chunk(), AT_ONCE)], limits: Limits::default, expected: LARGE },
    Case { what: "50 MB announced", acts: || vec![ok(), text("Content-Length: 50000000\r\n\r\n"), Act::Stall], limits: Limits::default, expected: LARGE },
    Case { what: "an endless error page", acts: || vec![text("HTTP/1.1 500 Oops\r\n\r\n"), Act::Forever(vec![b'x'; 65_536], AT_ONCE)], limits: Limits::default, expected: Err(FetchError::SiteError(500)) },
    Case { what: "10,000 headers", acts: || vec![ok(), text(&"X-A: b\r\n".repeat(10_000)), text("\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "endless headers", acts: || vec![ok(), Act::Forever(b"X-A: b\r\n".repeat(99), AT_ONCE)], limits: Limits::default, expected: BROKEN },
    Case { what: "a header without end", acts: || vec![ok(), text("X-A: "), Act::Forever(vec![b'x'; 65_536], AT_ONCE)], limits: Limits::default, expected: BROKEN },
    Case { what: "a header of 200 kB", acts: || vec![ok(), text(&format!("X-A: {}\r\n\r\nsoup", "x".repeat(200_000)))], limits: Limits::default, expected: LARGE },
    Case { what: "shorter than announced", acts: || vec![ok(), text("Content-Length: 9\r\n\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "longer than announced", acts: || vec![ok(), text("Content-Length: 4\r\n\r\nsoup, and an injected answer")], limits: Limits::default, expected: Ok(b"soup") },
    Case { what: "two lengths", acts: || vec![ok(), text("Content-Length: 4\r\nContent-Length: 9\r\n\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "a negative length", acts: || vec![ok(), text("Content-Length: -1\r\n\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "a length beyond 64 bits", acts: || vec![ok(), text("Content-Length: 99999999999999999999\r\n\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "chunks that break off", acts: || vec![ok(), text("Transfer-Encoding: chunked\r\n\r\n4\r\nsoup\r\n")], limits: Limits::default, expected: BROKEN },
    Case { what: "a chunk of 2^64 bytes", acts: || vec![ok(), text("Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nsoup")], limits: Limits::default, expected: BROKEN },
    Case { what: "no answer at all", acts: Vec::new, limits: Limits::default, expected: BROKEN },
    Case { what: "another protocol", acts: || vec![text("220 mail.example.com ESMTP\r\n")], limits: Limits::default, expected: BROKEN },
    Case { what: "an answer of the first web", acts: || vec![text("<h1>Soup</h1>")], limits: Limits::default, expected: BROKEN },
    Case { what: "a protocol switch", acts: || vec![text("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")], limits: Limits::default, expected: Err(FetchError::SiteError(101)) },
    Case { what: "gzip that is none", acts: || answer("200 OK", &[("Content-Encoding", "gzip")], b"soup"), limits: Limits::default, expected: BROKEN },
    Case { what: "br that is none", acts: || answer("200 OK", &[("Content-Encoding", "br")], b"\xff\xffsoup"), limits: Limits::default, expected: BROKEN },
    Case { what: "zstd that is none", acts: || answer("200 OK", &[("Content-Encoding", "zstd")], b"soup"), limits: Limits::default, expected: BROKEN },
    Case { what: "an encoding nobody asked for", acts: || answer("200 OK", &[("Content-Encoding", "compress")], b"soup"), limits: Limits::default, expected: BROKEN },
    Case { what: "an encoding in an encoding", acts: || answer("200 OK", &[("Content-Encoding", "gzip, gzip")], b"soup"), limits: Limits::default, expected: BROKEN },
    // Wrong content types: the body is passed on unchanged; its reader detects the type.
    Case { what: "HTML called a picture", acts: || answer("200 OK", &[("Content-Type", "image/png")], b"<h1>Soup</h1>"), limits: Limits::default, expected: Ok(b"<h1>Soup</h1>") },
    Case { what: "SVG with a script", acts: || answer("200 OK", &[("Content-Type", "image/svg+xml")], b"<svg><script>alert(1)</script></svg>"), limits: Limits::default, expected: Ok(b"<svg><script>alert(1)</script></svg>") },
    Case { what: "GIF and script at once", acts: || answer("200 OK", &[("Content-Type", "text/html")], b"GIF89a/*<script>*/=1"), limits: Limits::default, expected: Ok(b"GIF89a/*<script>*/=1") },
    Case { what: "UTF-7", acts: || answer("200 OK", &[("Content-Type", "text/html; charset=utf-7")], b"+ADw-script+AD4-"), limits: Limits::default, expected: Ok(b"+ADw-script+AD4-") },
    Case { what: "NUL bytes", acts: || answer("200 OK", &[("Content-Type", "text/html")], b"so\0up\0"), limits: Limits::default, expected: Ok(b"so\0up\0") },
    Case { what: "two types", acts: || answer("200 OK", &[("Content-Type", "text/html"), ("Content-Type", "image/png")], b"soup"), limits: Limits::default, expected: Ok(b"soup") },
];

const GZIP_HEAD: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff";
/// A stored deflate block without data, which can be repeated forever.
const EMPTY_BLOCK: &[u8] = b"\x00\x00\x00\xff\xff";

fn ok() -> Act {
    Act::Send(head("200 OK", &[]))
}

fn text(text: &str) -> Act {
    Act::Send(text.as_bytes().to_vec())
}

fn chunk() -> Vec<u8> {
    [b"10000\r\n".as_slice(), &[b'x'; 65_536], b"\r\n"].concat()
}

fn short_read() -> Limits {
    Limits { connect: SHORT, read: SHORT, total: LONG, ..Limits::default() }
}

fn short_total() -> Limits {
    Limits { connect: LONG, read: LONG, total: SHORT, ..Limits::default() }
}

async fn visit(acts: Vec<Act>, limits: Limits, wanted: Wanted) -> Result<Fetched, FetchError> {
    let site = Site::saying(acts).await;
    let visitor = site.visitor_with(Book::of(&[(HOST, &[PUBLIC])]), limits);
    in_time(visitor.fetch("http://kitchen.example.com/", wanted)).await
}

#[tokio::test]
async fn hostile_answers_end_in_time_with_their_error() {
    for case in CASES {
        let outcome = visit((case.acts)(), (case.limits)(), Wanted::Page).await;
        assert_eq!(outcome.map(|page| page.body).as_deref(), case.expected.as_deref(), "{}", case.what);
    }
}

#[tokio::test]
async fn body_size_limit_is_exact() {
    for (wanted, largest) in [(Wanted::Page, 4 << 20), (Wanted::Picture, 15 << 20)] {
        for headers in [&[("Content-Type", "image/webp")], &[("Transfer-Encoding", "chunked")]] {
            let of = |size: usize| match headers[0].1 {
                "chunked" => vec![
                    Act::Send(head("200 OK", headers)),
                    text(&format!("\r\n{size:x}\r\n")),
                    Act::Send(vec![b'x'; size]),
                    text("\r\n0\r\n\r\n"),
                ],
                _ => answer("200 OK", headers, &vec![b'x'; size]),
            };
            let page = visit(of(largest), Limits::default(), wanted).await.unwrap();
            assert_eq!(page.body.len(), largest);
            let outcome = visit(of(largest + 1), Limits::default(), wanted).await;
            assert_eq!(outcome.err(), Some(FetchError::TooLarge), "{wanted:?} {headers:?}");
        }
    }
}

#[tokio::test]
async fn many_hops_share_one_total_time() {
    let site = Site::saying(answer("302 Found", &[("Location", "/")], b"")).await;
    let mut environment = site.environment(Book::default());
    environment.names = std::sync::Arc::new(SlowBook(TICK * 5));
    let limits = Limits { connect: LONG, read: LONG, total: TICK * 12, ..Limits::default() };
    let visitor = crate::GuardedFetcher::within(environment, crate::Settings::default(), limits).unwrap();
    let outcome = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::TimedOut));
    assert!(site.requests().len() < 6);
}

struct SlowBook(Duration);

impl Names for SlowBook {
    fn addresses(&self, _: &str) -> Answers {
        let pause = self.0;
        Box::pin(async move {
            tokio::time::sleep(pause).await;
            Ok(vec![PUBLIC.parse().unwrap()])
        })
    }
}

/// The test server does not speak TLS: it waits for a blank line, which a ClientHello does not contain.
#[tokio::test]
async fn stalled_handshake_times_out() {
    let site = Site::saying(Vec::new()).await;
    let limits = Limits { connect: SHORT, read: LONG, total: LONG, ..Limits::default() };
    let visitor = site.visitor_with(Book::of(&[(HOST, &[PUBLIC])]), limits);
    let outcome = in_time(visitor.fetch("https://kitchen.example.com/", Wanted::Page)).await;
    assert_eq!(outcome.err(), Some(FetchError::TimedOut));
}

#[tokio::test]
async fn failed_handshake_and_closed_port_are_unreachable() {
    let breaks = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let breaking = breaks.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = breaks.accept().await {
            drop(stream);
        }
    });
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (address, scheme) in [(breaking, "https"), (breaking, "http"), (closed, "https"), (closed, "http")] {
        let mut environment = Site::saying(Vec::new()).await.environment(Book::of(&[(HOST, &[PUBLIC])]));
        environment.reach = std::sync::Arc::new(move |_| address);
        let settings = crate::Settings::default();
        let visitor = crate::GuardedFetcher::within(environment, settings, Limits::default()).unwrap();
        let outcome = visitor.fetch(&format!("{scheme}://kitchen.example.com/"), Wanted::Page).await;
        assert_eq!(outcome.err(), Some(FetchError::Unreachable), "{scheme} {address}");
    }
}
