use app::fetching::{FetchError, Fetcher, Wanted};

use super::site::{Book, HOST, PUBLIC, Site, answer};
use crate::fetcher::Limits;

const PRIVATE: FetchError = FetchError::NotAllowed;
const UNREADABLE: FetchError = FetchError::TooManyRedirects;

#[rustfmt::skip]
pub(super) const REFUSED: &[(&str, FetchError)] = &[
    ("http://169.254.169.254/latest/meta-data/", PRIVATE),
    ("http://[fd00:ec2::254]/", PRIVATE),
    ("http://127.0.0.1/", PRIVATE),
    ("http://127.0.0.1:9001/2018-06-01/runtime/invocation/next", PRIVATE),
    ("http://2130706433/", PRIVATE),
    ("http://[::ffff:127.0.0.1]/", PRIVATE),
    ("http://localhost:3000/demo/", PRIVATE),
    ("http://metadata.google.internal/", PRIVATE),
    ("//169.254.169.254/", PRIVATE),
    ("http://private.example.com/", PRIVATE),
    ("http://mixed.example.com/", PRIVATE),
    ("http://kitchen.example.com:22/", PRIVATE),
    ("http://kitchen.example.com:6379/", PRIVATE),
    ("https://kitchen.example.com:8443/", PRIVATE),
    ("http://user:secret@kitchen.example.com/", PRIVATE),
    ("file:///etc/passwd", PRIVATE),
    ("gopher://kitchen.example.com:6379/_INFO", PRIVATE),
    ("ftp://kitchen.example.com/", PRIVATE),
    ("data:text/html,soup", PRIVATE),
    ("javascript:alert(1)", PRIVATE),
    ("http:\\\\127.0.0.1\\", UNREADABLE),
    ("http://kitchen.example.com\\@127.0.0.1/", UNREADABLE),
    ("http://[::1/", UNREADABLE),
    ("http://exa\tmple.com/", UNREADABLE),
    ("/loop", FetchError::TooManyRedirects),
    ("https://consent.google.com/m?continue=x", FetchError::Blocked),
    ("https://www.google.com/sorry/index?continue=x", FetchError::Blocked),
];

#[tokio::test]
async fn redirects_are_checked_like_the_first_address() {
    for (location, expected) in REFUSED {
        for status in ["301 Moved Permanently", "307 Temporary Redirect"] {
            let site = Site::saying(answer(status, &[("Location", location)], b"secret")).await;
            let book = Book::of(&[
                (HOST, &[PUBLIC]),
                ("private.example.com", &["10.0.0.1"]),
                ("mixed.example.com", &[PUBLIC, "10.0.0.1"]),
            ]);
            let visitor = site.visitor_with(book, Limits::default());
            let outcome = visitor.fetch("http://kitchen.example.com/start", Wanted::Page).await;
            assert_eq!(outcome.err(), Some(*expected), "{location:?}");
            let allowed = if *location == "/loop" { 6 } else { 1 };
            assert_eq!(site.requests().len(), allowed, "{location:?}");
        }
    }
}

async fn staircase() -> Site {
    Site::start(|target| match target.trim_start_matches('/').parse::<usize>() {
        Ok(0) => answer("200 OK", &[("Content-Type", "text/html")], b"soup"),
        Ok(n) => answer("302 Found", &[("Location", &format!("/{}", n - 1))], b""),
        Err(_) => answer("404 Not Found", &[], b""),
    })
    .await
}

#[tokio::test]
async fn the_fifth_redirect_is_followed_and_the_sixth_is_not() {
    let site = staircase().await;
    let page = site.visitor().fetch("http://kitchen.example.com/5#top", Wanted::Page).await.unwrap();
    assert_eq!(page.url.as_str(), "http://kitchen.example.com/0");
    assert_eq!(page.body, b"soup");
    let outcome = site.visitor().fetch("http://kitchen.example.com/6", Wanted::Page).await;
    assert_eq!(outcome.err(), Some(FetchError::TooManyRedirects));
}

#[tokio::test]
async fn redirect_without_a_valid_location_fails() {
    let latin1 = b"HTTP/1.1 302 Found\r\nLocation: /cr\xe8me\r\nContent-Length: 0\r\n\r\n".to_vec();
    for acts in [answer("302 Found", &[], b""), vec![super::site::Act::Send(latin1)]] {
        let site = Site::saying(acts).await;
        let outcome = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await;
        assert_eq!(outcome.err(), Some(FetchError::TooManyRedirects));
    }
}

#[tokio::test]
async fn accents_in_a_redirect_are_read_as_utf_8() {
    let site = Site::start(|target| match target {
        "/" => answer("301 Moved Permanently", &[("Location", "/crème brûlée")], b""),
        other => answer("200 OK", &[], other.as_bytes()),
    })
    .await;
    let page = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await.unwrap();
    assert_eq!(page.body, b"/cr%C3%A8me%20br%C3%BBl%C3%A9e");
}

#[tokio::test]
async fn meta_refresh_is_not_followed() {
    let refresh = br#"<meta http-equiv="refresh" content="0;url=http://169.254.169.254/">"#;
    let site = Site::saying(answer("200 OK", &[("Refresh", "0;url=/elsewhere")], refresh)).await;
    let page = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await.unwrap();
    assert_eq!(page.body, refresh);
    assert_eq!(site.requests().len(), 1);
}

#[tokio::test]
async fn only_redirect_statuses_are_followed() {
    for status in ["300 Multiple Choices", "304 Not Modified", "305 Use Proxy"] {
        let site = Site::saying(answer(status, &[("Location", "/elsewhere")], b"")).await;
        let outcome = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await;
        let number = status[..3].parse().unwrap();
        assert_eq!(outcome.err(), Some(FetchError::SiteError(number)), "{status}");
    }
}
