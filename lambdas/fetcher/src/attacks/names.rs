//! Refused names. The resolver follows aliases, so a CNAME to an internal name appears as an internal
//! address.

use std::time::Duration;

use app::fetching::{FetchError, Fetcher, Wanted};

use super::site::{Act, Book, HOST, PUBLIC, Site, answer, in_time};
use crate::fetcher::Limits;
use crate::names::{Answers, Names, SystemNames};

pub(super) const REFUSED: &[(&str, &[&str])] = &[
    ("loopback", &["127.0.0.1"]),
    ("another loopback", &["127.8.8.8"]),
    ("IPv6 loopback", &["::1"]),
    ("unspecified", &["0.0.0.0"]),
    ("private, 10/8", &["10.1.2.3"]),
    ("private, 172.16/12", &["172.20.0.1"]),
    ("private, 192.168/16", &["192.168.1.1"]),
    ("metadata service", &["169.254.169.254"]),
    ("metadata service over IPv6", &["fd00:ec2::254"]),
    ("alias of an inner service", &["10.0.12.9", "10.0.13.9"]),
    ("carrier-grade NAT", &["100.64.0.1"]),
    ("mapped", &["::ffff:10.0.0.1"]),
    ("mapped public", &["::ffff:93.184.216.34"]),
    ("translated", &["64:ff9b::a00:1"]),
    ("6to4", &["2002:a00:1::"]),
    ("link-local", &["fe80::1"]),
    ("multicast", &["224.0.0.251"]),
    ("public first, then private", &[PUBLIC, "10.0.0.1"]),
    ("private first, then public", &["127.0.0.1", PUBLIC]),
    ("public IPv4, private IPv6", &[PUBLIC, "::1"]),
    (
        "the ninth of nine",
        &["8.8.0.1", "8.8.0.2", "8.8.0.3", "8.8.0.4", "8.8.0.5", "8.8.0.6", "8.8.0.7", "8.8.0.8", "10.0.0.1"],
    ),
    ("no address at all", &[]),
];

#[tokio::test]
async fn name_with_a_private_address_is_refused_before_connecting() {
    for (what, addresses) in REFUSED {
        let site = Site::saying(answer("200 OK", &[], b"secret")).await;
        let visitor = site.visitor_with(Book::of(&[(HOST, addresses)]), Limits::default());
        let outcome = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await;
        assert_eq!(outcome.err(), Some(FetchError::NotAllowed), "{what}");
        assert!(site.requests().is_empty(), "{what}");
    }
}

#[tokio::test]
async fn private_address_is_refused_even_after_many_public_ones() {
    let many: Vec<String> = (0..1000).map(|n| format!("8.8.{}.{}", n / 250, n % 250)).collect();
    let mut many: Vec<&str> = many.iter().map(String::as_str).collect();
    let site = Site::saying(answer("200 OK", &[], b"soup")).await;
    let visitor = site.visitor_with(Book::of(&[(HOST, &many)]), Limits::default());
    let page = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await.unwrap();
    assert_eq!(page.body, b"soup");

    many[999] = "192.168.0.1";
    let visitor = site.visitor_with(Book::of(&[(HOST, &many)]), Limits::default());
    let outcome = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::NotAllowed));
}

#[tokio::test]
async fn name_that_becomes_private_between_hops_is_refused() {
    // The second site keeps its connection open; reusing it would skip name resolution.
    let kept = b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n".to_vec();
    for acts in [answer("302 Found", &[("Location", "/again")], b""), vec![Act::Send(kept), Act::Stall]] {
        let site = Site::saying(acts).await;
        let book = Book::of(&[(HOST, &[PUBLIC])]).and_then(HOST, &["127.0.0.1"]);
        let visitor = site.visitor_with(book, Limits::default());
        let outcome = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await;
        assert_eq!(outcome.err(), Some(FetchError::NotAllowed));
        assert_eq!(site.requests().len(), 1);
    }
}

#[tokio::test]
async fn an_unknown_name_is_unreachable() {
    let site = Site::saying(answer("200 OK", &[], b"")).await;
    let outcome = site.visitor().fetch("http://nowhere.example.com/", Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::Unreachable));
}

#[tokio::test]
async fn silent_name_server_times_out() {
    struct Silent;
    impl Names for Silent {
        fn addresses(&self, _: &str) -> Answers {
            Box::pin(std::future::pending())
        }
    }
    let site = Site::saying(answer("200 OK", &[], b"")).await;
    let mut environment = site.environment(Book::default());
    environment.names = std::sync::Arc::new(Silent);
    let limits = Limits {
        connect: Duration::from_millis(50),
        read: Duration::from_secs(60),
        total: Duration::from_secs(60),
        ..Limits::default()
    };
    let visitor = crate::GuardedFetcher::within(environment, crate::Settings::default(), limits).unwrap();
    let outcome = in_time(visitor.fetch("http://kitchen.example.com/", Wanted::Page)).await;
    assert_eq!(outcome.err(), Some(FetchError::TimedOut));
}

/// The peer's address is checked even if the name resolved to a public address.
#[tokio::test]
async fn answer_from_a_private_peer_is_discarded() {
    let site = Site::saying(answer("200 OK", &[], b"secret")).await;
    let mut environment = site.environment(Book::of(&[(HOST, &[PUBLIC])]));
    environment.public_peers.clear();
    let visitor =
        crate::GuardedFetcher::within(environment, crate::Settings::default(), Limits::default()).unwrap();
    let outcome = visitor.fetch("http://kitchen.example.com/", Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::NotAllowed));
    assert_eq!(site.requests().len(), 1);
}

#[tokio::test]
async fn system_resolver_returns_addresses() {
    let addresses = SystemNames.addresses("localhost").await.unwrap();
    assert!(!addresses.is_empty() && addresses.iter().all(std::net::IpAddr::is_loopback), "{addresses:?}");
}
