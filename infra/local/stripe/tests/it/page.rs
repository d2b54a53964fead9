//! The payment page and `/local/` over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use stripe_stand_in::clock::Clock;
use stripe_stand_in::stand_in::StandIn;

use crate::support::{KEY, SESSION, START, config, get, open_session, post};

struct Served {
    origin: String,
    stand_in: Arc<StandIn>,
}

impl Served {
    async fn new() -> Self {
        let bound = stripe_stand_in::bind(config(None), Clock::standing_at(START)).await.unwrap();
        let (origin, stand_in) = (bound.origin.clone(), Arc::clone(&bound.stand_in));
        tokio::spawn(bound.serve(std::future::pending()));
        Self { origin, stand_in }
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, HeaderMap, String) {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.origin));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
        let answer = client.request(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
        let (head, body) = answer.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        (head.status.as_u16(), head.headers, String::from_utf8(bytes.to_vec()).unwrap())
    }

    async fn local(&self, path: &str, body: &str) -> (u16, Value) {
        let authorization = format!("Bearer {KEY}");
        let (status, _, text) = self.send("POST", path, &[("authorization", &authorization)], body).await;
        (status, serde_json::from_str(&text).unwrap())
    }
}

#[tokio::test]
async fn payment_page_uses_buyer_language_and_redirects_back() {
    let served = Served::new().await;
    let id = open_session(&served.stand_in);
    let page = format!("/c/pay/{id}");
    for (language, heading) in
        [("en", "Pay without paying"), ("es-MX,es", "Pagar sin pagar"), ("de,fr;q=0.5", "Payer sans payer")]
    {
        let (status, headers, html) = served.send("GET", &page, &[("accept-language", language)], "").await;
        assert_eq!(status, 200);
        assert!(html.contains(&format!("<h1>{heading}</h1>")), "{language}");
        assert!(html.contains("60 credits") && !html.contains("card number"));
        assert!(headers["content-security-policy"].to_str().unwrap().contains("default-src 'none'"));
    }
    let (status, _, html) = served.send("POST", &page, &[], "card=declined").await;
    assert_eq!(status, 402);
    assert!(html.contains("declined this card"));
    let (status, headers, _) = served.send("POST", &page, &[], "card=succeeds").await;
    assert_eq!(
        (status, headers["location"].to_str().unwrap()),
        (303, format!("http://localhost:3000/credits/success?s={id}").as_str())
    );
    assert_eq!(served.send("POST", &page, &[], "card=succeeds").await.0, 410);
    assert_eq!(served.send("GET", "/c/pay/cs_test_none", &[], "").await.0, 404);
}

#[tokio::test]
async fn seller_text_is_escaped() {
    let served = Served::new().await;
    let hostile = SESSION.replace("60+credits", "%3Cscript%3Ealert(1)%3C%2Fscript%3E%7Bbody%7D");
    let id = post(&served.stand_in, "/v1/checkout/sessions", &hostile)["id"].as_str().unwrap().to_owned();
    let (_, _, html) = served.send("GET", &format!("/c/pay/{id}"), &[], "").await;
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;{body}") && !html.contains("<script"));
}

#[tokio::test]
async fn authentication_card_shows_the_bank_page() {
    let served = Served::new().await;
    let id = open_session(&served.stand_in);
    let (status, _, html) = served.send("POST", &format!("/c/pay/{id}"), &[], "card=authenticated").await;
    assert_eq!(status, 200);
    assert!(html.contains("Your bank asks"));
    assert_eq!(get(&served.stand_in, &format!("/v1/checkout/sessions/{id}"), "")["status"], "open");
    assert_eq!(served.send("POST", &format!("/c/pay/{id}?bank"), &[], "card=not-authenticated").await.0, 402);
    assert_eq!(served.send("POST", &format!("/c/pay/{id}?bank"), &[], "card=authenticated").await.0, 303);
}

#[tokio::test]
async fn foreign_hosts_origins_and_large_bodies_are_rejected() {
    let served = Served::new().await;
    let id = open_session(&served.stand_in);
    let page = format!("/c/pay/{id}");
    assert_eq!(served.send("GET", &page, &[("host", "evil.example")], "").await.0, 421);
    assert_eq!(
        served.send("POST", &page, &[("origin", "http://evil.example")], "card=succeeds").await.0,
        403
    );
    assert_eq!(served.send("POST", &page, &[("origin", &served.origin)], "card=succeeds").await.0, 303);
    let authorization = format!("Bearer {KEY}");
    let large = "x".repeat(64 * 1024 + 1);
    let (status, _, body) =
        served.send("POST", "/v1/refunds", &[("authorization", &authorization)], &large).await;
    assert_eq!(status, 413);
    assert!(body.contains("invalid_request_error"));
    assert_eq!(served.send("GET", "/elsewhere", &[], "").await.0, 404);
}

#[tokio::test]
async fn local_endpoints_require_the_key_and_change_state() {
    let served = Served::new().await;
    assert_eq!(served.send("POST", "/local/clock", &[], r#"{"advanceSeconds":1}"#).await.0, 401);
    let id = open_session(&served.stand_in);
    assert_eq!(served.local(&format!("/local/sessions/{id}/pay"), r#"{"card":"gold"}"#).await.0, 400);
    assert_eq!(
        served.local(&format!("/local/sessions/{id}/pay"), r#"{"card":"succeeds"}"#).await.1["outcome"],
        "complete"
    );
    let intent = get(&served.stand_in, &format!("/v1/checkout/sessions/{id}"), "")["payment_intent"].clone();
    let (_, dispute) =
        served.local("/local/disputes", &serde_json::json!({ "payment_intent": intent }).to_string()).await;
    let close = format!("/local/disputes/{}/close", dispute["id"].as_str().unwrap());
    assert_eq!(served.local(&close, r#"{"won":true}"#).await.1["status"], "won");
    assert_eq!(served.local("/local/clock", r#"{"advanceSeconds":60}"#).await.1["now"], START + 60);
    assert_eq!(served.local("/local/switches", r#"{"drop":2}"#).await.1["drop"], 2);
    assert_eq!(served.local("/local/switches", r#"{"steal":2}"#).await.0, 400);
    assert_eq!(served.local("/local/refunds/re_none/fail", "").await.0, 404);
}

#[tokio::test]
async fn only_a_paid_charge_has_a_receipt() {
    let served = Served::new().await;
    for (card, paid) in [("succeeds", true), ("declined", false)] {
        let id = open_session(&served.stand_in);
        served.local(&format!("/local/sessions/{id}/pay"), &format!("{{\"card\":\"{card}\"}}")).await;
        let query = "expand[0]=payment_intent.latest_charge";
        let session = get(&served.stand_in, &format!("/v1/checkout/sessions/{id}"), query);
        let charge = &session["payment_intent"]["latest_charge"];
        let receipt = charge["receipt_url"].as_str();
        assert_eq!(receipt.is_some(), paid, "{session}");
        let path = format!("/c/receipt/{}", charge["id"].as_str().unwrap());
        let (status, _, page) = served.send("GET", &path, &[("accept-language", "fr")], "").await;
        assert_eq!(status, if paid { 200 } else { 404 });
        assert_eq!(page.contains("Reçu"), paid, "{page}");
    }
}
