use std::process::Command;

use app::fetching::{Fetcher, Wanted};

use super::site::{Site, answer};

#[tokio::test]
async fn page_and_picture_requests_look_like_a_browser() {
    for (wanted, lines) in [
        (Wanted::Page, ["accept: text/html,", "sec-fetch-dest: document", "sec-fetch-user: ?1"]),
        (Wanted::Picture, ["accept: image/webp,", "sec-fetch-dest: image", "sec-fetch-mode: no-cors"]),
    ] {
        let site = Site::saying(answer("200 OK", &[], b"soup")).await;
        site.visitor().fetch("http://kitchen.example.com/", wanted).await.unwrap();
        let head = site.requests()[0].to_lowercase();
        for line in
            lines.into_iter().chain(["host: kitchen.example.com\r\n", "accept-language: en", " zest/"])
        {
            assert!(head.contains(line), "{line:?} is not in {head}");
        }
    }
}

#[tokio::test]
async fn nothing_is_carried_from_one_hop_to_the_next() {
    let site = Site::start(|target| match target {
        "/" => answer("302 Found", &[("Location", "/b?token=1"), ("Set-Cookie", "id=7")], b""),
        "/b?token=1" => answer("302 Found", &[("Location", "/c")], b""),
        _ => answer("200 OK", &[], b"soup"),
    })
    .await;
    site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await.unwrap();
    let heads = site.requests().concat().to_lowercase();
    assert_eq!(site.requests().len(), 3);
    for line in ["cookie:", "referer:", "authorization:"] {
        assert!(!heads.contains(line), "{line} was sent");
    }
}

/// Proxy variables are read once per process, so the test runs itself again with them set.
#[tokio::test]
async fn no_proxy_of_the_environment_is_used() {
    const CHILD: &str = "ZEST_TEST_PROXY";
    if std::env::var_os(CHILD).is_some() {
        let site = Site::saying(answer("200 OK", &[], b"soup")).await;
        let page = site.visitor().fetch("http://kitchen.example.com/", Wanted::Page).await.unwrap();
        assert_eq!(page.body, b"soup");
        return;
    }
    let proxy = Site::saying(answer("200 OK", &[], b"secret")).await;
    let address = format!("http://{}", proxy.address);
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "attacks::requests::no_proxy_of_the_environment_is_used"]).env(CHILD, "1");
    for variable in ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        child.env(variable, &address);
    }
    let output = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    assert!(proxy.requests().is_empty());
}
