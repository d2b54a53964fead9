//! API errors, keys and fault switches.

use axum::http::{Method, StatusCode};
use stripe_stand_in::error::ApiError;
use stripe_stand_in::stand_in::{Answer, Asked};
use stripe_stand_in::switches::Switches;

use crate::support::{KEY, SESSION, ask, body, config, get, post, refusal, stand_in};

const SESSIONS: &str = "/v1/checkout/sessions";

#[test]
fn request_requires_the_secret_key() {
    let stand_in = stand_in();
    let with = |authorization: Option<&str>| {
        stand_in.answer(&Asked {
            method: &Method::GET,
            path: SESSIONS,
            query: "",
            body: b"",
            authorization,
            key: None,
        })
    };
    // `sk_test_of_this_test:` in Base64, as curl -u sends it.
    for good in [format!("Bearer {KEY}"), "Basic c2tfdGVzdF9vZl90aGlzX3Rlc3Q6".into()] {
        assert!(with(Some(&good)).is_ok(), "{good}");
    }
    for bad in [None, Some("Bearer sk_test_other"), Some("Bearer "), Some("Basic %%"), Some(KEY)] {
        let error = with(bad).unwrap_err();
        assert_eq!(error.status, StatusCode::UNAUTHORIZED);
        assert!(!error.body().to_string().contains("sk_test"), "a key that was shown is not repeated");
    }
}

#[test]
fn invalid_session_is_rejected_with_its_field() {
    let stand_in = stand_in();
    let refuse = |form: String| refusal(ask(&stand_in, &Method::POST, SESSIONS, &form, None));
    let changed = |from: &str, to: &str| {
        assert!(SESSION.contains(from), "{from}");
        refuse(SESSION.replace(from, to))
    };
    assert_eq!(changed("mode=payment", "mode=subscription")["param"], "mode");
    assert_eq!(changed("mode=payment&", "")["code"], "parameter_missing");
    assert_eq!(changed("=699", "=49")["code"], "amount_too_small");
    assert_eq!(changed("=699", "=100000000")["code"], "amount_too_large");
    assert_eq!(changed("=699", "=9223372036854775807")["code"], "amount_too_large");
    assert_eq!(changed("=699", "=6.99")["code"], "parameter_invalid_integer");
    assert_eq!(changed("=699", "=-699")["param"], "line_items[0]");
    assert_eq!(changed("=usd", "=xyz")["param"], "line_items[0][price_data][currency]");
    assert_eq!(changed("success_url=http%3A", "success_url=javascript%3A")["code"], "url_invalid");
    assert_eq!(refuse(format!("{SESSION}&locale=de"))["param"], "locale");
    assert_eq!(refuse(format!("{SESSION}&expires_at=1800000000"))["param"], "expires_at");
    assert_eq!(refuse(format!("{SESSION}&allow_promotion_codes=true"))["param"], "allow_promotion_codes");
    // Stripe replaced this parameter with a dashboard setting.
    assert_eq!(refuse(format!("{SESSION}&payment_method_types[0]=card"))["code"], "parameter_unknown");
    let unknown = refuse(format!("{SESSION}&gift=yes"));
    assert_eq!(
        (unknown["code"].as_str(), unknown["param"].as_str()),
        (Some("parameter_unknown"), Some("gift"))
    );
    assert_eq!(get(&stand_in, SESSIONS, "")["data"], serde_json::json!([]), "nothing of it was made");
}

#[test]
fn unknown_object_is_resource_missing() {
    let stand_in = stand_in();
    for kind in ["checkout/sessions", "payment_intents", "charges", "refunds", "disputes", "events"] {
        let error = refusal(ask(&stand_in, &Method::GET, &format!("/v1/{kind}/none"), "", None));
        assert_eq!(error["code"], "resource_missing", "{kind}");
    }
    assert_eq!(
        ask(&stand_in, &Method::GET, "/v1/customers", "", None).unwrap_err().status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        ask(&stand_in, &Method::DELETE, "/v1/refunds", "", None).unwrap_err().status,
        StatusCode::NOT_FOUND
    );
    for list in ["checkout/sessions", "charges", "refunds", "disputes"] {
        let error =
            refusal(ask(&stand_in, &Method::GET, &format!("/v1/{list}"), "payment_intent=pi_none", None));
        assert_eq!(
            (error["code"].as_str(), error["param"].as_str()),
            (Some("resource_missing"), Some("payment_intent"))
        );
    }
    assert_eq!(refusal(ask(&stand_in, &Method::GET, "/v1/refunds", "limit=101", None))["param"], "limit");
    assert_eq!(
        refusal(ask(&stand_in, &Method::GET, "/v1/refunds", "gift=1", None))["code"],
        "parameter_unknown"
    );
}

#[test]
fn idempotency_key_is_bound_to_one_request() {
    let stand_in = stand_in();
    let first = body(ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("p-1")));
    let again = ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("p-1"));
    assert_eq!(again, Ok(Answer::Json { body: first, replayed: true }));
    let other = ask(&stand_in, &Method::POST, SESSIONS, &SESSION.replace("=699", "=1499"), Some("p-1"));
    assert_eq!(refusal(other)["type"], "idempotency_error");
    assert_eq!(get(&stand_in, SESSIONS, "")["data"].as_array().unwrap().len(), 1);
    // The key of a rejected request is not stored.
    assert!(ask(&stand_in, &Method::POST, SESSIONS, &SESSION.replace("=699", "=1"), Some("p-2")).is_err());
    assert!(ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("p-2")).is_ok());
}

#[test]
fn lost_response_is_replayed_with_its_key() {
    let stand_in = stand_in();
    stand_in.world().switches = Switches { fail_after_success: 1, ..Switches::default() };
    assert_eq!(ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("k")), Err(ApiError::of_ours()));
    assert!(matches!(
        ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("k")),
        Ok(Answer::Json { replayed: true, .. })
    ));
    stand_in.world().switches = Switches { time_out: 1, ..Switches::default() };
    assert_eq!(ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("l")), Ok(Answer::Silence));
    assert!(matches!(
        ask(&stand_in, &Method::POST, SESSIONS, SESSION, Some("l")),
        Ok(Answer::Json { replayed: true, .. })
    ));
    assert_eq!(get(&stand_in, SESSIONS, "")["data"].as_array().unwrap().len(), 2);
}

#[test]
fn lists_are_paginated() {
    let stand_in = stand_in();
    let made: Vec<_> = (0..3).map(|_| post(&stand_in, SESSIONS, SESSION)["id"].clone()).collect();
    let first = get(&stand_in, SESSIONS, "limit=2");
    assert_eq!(
        (&first["data"][0]["id"], &first["data"][1]["id"], &first["has_more"]),
        (&made[2], &made[1], &true.into())
    );
    let rest = get(&stand_in, SESSIONS, &format!("limit=2&starting_after={}", made[1].as_str().unwrap()));
    assert_eq!((&rest["data"][0]["id"], &rest["has_more"]), (&made[0], &false.into()));
}

#[test]
fn live_key_and_remote_webhook_url_are_rejected_at_startup() {
    let mut live = config(None);
    live.secret_key.0 = "sk_live_x".into();
    assert!(live.checked().is_err());
    assert!(config(Some("https://hooks.example/".into())).checked().is_err());
    assert!(config(Some("http://10.0.0.1/".into())).checked().is_err());
    assert!(config(Some("http://127.0.0.1:1/".into())).checked().is_ok());
    assert!(!format!("{:?}", config(None)).contains(KEY), "a configuration that is shown shows no key");
}
