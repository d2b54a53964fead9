//! The exception for the demo kitchen, and similar addresses.

use app::addresses::kitchen::DemoKitchenError;
use app::addresses::{DemoKitchen, Guard};
use app::fetching::{FetchError, Fetcher, Wanted};

use super::site::{Book, Site, answer};
use crate::fetcher::Limits;
use crate::{GuardedFetcher, Settings};

const DEMO: &str = "http://localhost:3000/demo/";

pub(super) const NEIGHBOURS: &[&str] = &[
    "http://localhost:3000/",
    "http://localhost:3000/graphql",
    "http://localhost:3000/demo",
    "http://localhost:3000/demos/soup.html",
    "http://localhost:3000/DEMO/soup.html",
    "http://localhost:3000/demo/../graphql",
    "http://localhost:3000/demo/%2e%2e/graphql",
    "http://localhost:3000/demo/..%2fgraphql",
    "http://localhost:3000/demo/%2e%2e%2fgraphql",
    "http://localhost:3000/demo/..%5cgraphql",
    "http://localhost:3000/demo/%252e%252e/graphql",
    "http://localhost:3000/demo//graphql",
    "http://localhost:3000//demo/soup.html",
    "http://localhost:3000/demo/soup.html%00",
    "http://localhost:3000/demo/;/graphql",
    "http://localhost/demo/soup.html",
    "http://localhost:3001/demo/soup.html",
    "http://localhost:4566/demo/soup.html",
    "https://localhost:3000/demo/soup.html",
    "http://localhost.:3000/demo/soup.html",
    "http://www.localhost:3000/demo/soup.html",
    "http://127.0.0.1:3000/demo/soup.html",
    "http://127.1:3000/demo/soup.html",
    "http://[::1]:3000/demo/soup.html",
    "http://[::ffff:127.0.0.1]:3000/demo/soup.html",
    "http://0.0.0.0:3000/demo/soup.html",
    "http://example.com:3000/demo/soup.html",
    "http://me@localhost:3000/demo/soup.html",
    "http://localhost:3000@169.254.169.254/demo/soup.html",
    "http://169.254.169.254/demo/soup.html",
];

pub(super) const BASES: &[(&str, DemoKitchenError)] = &[
    ("http://localhost:3000/", DemoKitchenError::NotAFolder),
    ("http://localhost:3000", DemoKitchenError::NotAFolder),
    ("http://localhost:3000/demo", DemoKitchenError::NotAFolder),
    ("http://localhost:3000/demo/..", DemoKitchenError::NotAFolder),
    ("http://localhost:3000//", DemoKitchenError::NotAFolder),
    ("http://10.0.0.1/demo/", DemoKitchenError::NotLoopback),
    ("http://169.254.169.254/demo/", DemoKitchenError::NotLoopback),
    ("http://0.0.0.0:3000/demo/", DemoKitchenError::NotLoopback),
    ("http://[::ffff:127.0.0.1]:3000/demo/", DemoKitchenError::NotLoopback),
    ("http://example.com/demo/", DemoKitchenError::NotLoopback),
    ("http://localhost.example.com/demo/", DemoKitchenError::NotLoopback),
    ("http://me@localhost:3000/demo/", DemoKitchenError::Malformed),
    ("http://localhost:3000/demo/?x", DemoKitchenError::Malformed),
    ("http://localhost:3000/demo/#x", DemoKitchenError::Malformed),
    ("file:///demo/", DemoKitchenError::Malformed),
    ("demo/", DemoKitchenError::Malformed),
    ("", DemoKitchenError::Malformed),
];

#[test]
fn addresses_outside_the_kitchen_are_refused() {
    let guard = Guard::new(Some(DemoKitchen::parse(DEMO).unwrap()));
    for address in NEIGHBOURS {
        let reason = guard.check(address).expect_err(address);
        assert!(matches!(reason, FetchError::NotAllowed | FetchError::InvalidUrl), "{address}: {reason:?}");
    }
}

#[test]
fn kitchen_must_be_a_folder_on_loopback() {
    for (base, expected) in BASES {
        assert_eq!(DemoKitchen::parse(base).err(), Some(*expected), "{base}");
    }
    for base in [DEMO, "http://127.0.0.1:8080/demo/", "http://[::1]:3000/a/b/", "https://localhost/demo/"] {
        assert!(DemoKitchen::parse(base).is_ok(), "{base}");
    }
}

#[test]
fn kitchen_pages_are_allowed_only_if_configured() {
    let guard = Guard::new(Some(DemoKitchen::parse(DEMO).unwrap()));
    for address in [
        DEMO,
        "http://localhost:3000/demo/tomato-galette.html",
        "http://LOCALHOST:3000/demo/pictures/../soup.html?x=1#top",
        "http://localhost:3000/demo/status/404",
        "https://example.com/soup",
    ] {
        assert!(guard.check(address).is_ok(), "{address}");
    }
    assert_eq!(Guard::default().check(DEMO).err(), Some(FetchError::NotAllowed));
}

async fn kitchen(demo: Option<&str>) -> (Site, GuardedFetcher, String) {
    let site = Site::start(|target| match target {
        "/demo/soup.html" => answer("200 OK", &[("Content-Type", "text/html")], b"soup"),
        "/demo/out.html" => answer("302 Found", &[("Location", "/graphql")], b""),
        "/demo/on.html" => answer("302 Found", &[("Location", "soup.html")], b""),
        _ => answer("200 OK", &[], b"secret"),
    })
    .await;
    let base = format!("http://localhost:{}/", site.address.port());
    let demo = demo.map(|folder| DemoKitchen::parse(&format!("{base}{folder}")).unwrap());
    // No peer counts as public, so only the exception can allow the response.
    let mut environment = site.environment(Book::default());
    environment.public_peers.clear();
    let visitor = GuardedFetcher::within(environment, Settings { demo }, Limits::default()).unwrap();
    (site, visitor, base)
}

#[tokio::test]
async fn kitchen_is_fetched_over_loopback_per_hop() {
    let (site, visitor, base) = kitchen(Some("demo/")).await;
    for page in ["demo/soup.html", "demo/on.html"] {
        let page = visitor.fetch(&format!("{base}{page}"), Wanted::Page).await.unwrap();
        assert_eq!((page.body.as_slice(), page.url.path()), (b"soup".as_slice(), "/demo/soup.html"));
    }
    assert_eq!(site.requests().len(), 3);
}

#[tokio::test]
async fn kitchen_does_not_open_other_local_addresses() {
    let (site, visitor, base) = kitchen(Some("demo/")).await;
    for (path, requests) in [("graphql", 0), ("demo/..%2fgraphql", 0), ("demo/out.html", 1)] {
        let outcome = visitor.fetch(&format!("{base}{path}"), Wanted::Page).await;
        assert_eq!(outcome.err(), Some(FetchError::NotAllowed), "{path}");
        assert_eq!(site.requests().len(), requests, "{path}");
    }
    let (site, visitor, base) = kitchen(None).await;
    let outcome = visitor.fetch(&format!("{base}demo/soup.html"), Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::NotAllowed));
    assert!(site.requests().is_empty());
}

#[tokio::test]
async fn production_fetcher_serves_the_kitchen() {
    let (_site, _, base) = kitchen(None).await;
    let demo = Some(DemoKitchen::parse(&format!("{base}demo/")).unwrap());
    let fetcher = GuardedFetcher::new(Settings { demo }).unwrap();
    let page = fetcher.fetch(&format!("{base}demo/soup.html"), Wanted::Page).await.unwrap();
    assert_eq!(page.content_type.as_deref(), Some("text/html"));
    let outcome = fetcher.fetch(&format!("{base}graphql"), Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::NotAllowed));
}
