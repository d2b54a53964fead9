//! A stand-in with a fixed clock.

use axum::http::Method;
use serde_json::Value;
use stripe_stand_in::clock::Clock;
use stripe_stand_in::config::{Config, Secret};
use stripe_stand_in::error::ApiError;
use stripe_stand_in::stand_in::{Answer, Asked, StandIn};

pub(crate) const START: i64 = 1_800_000_000;
pub(crate) const KEY: &str = "sk_test_of_this_test";
pub(crate) const WEBHOOK_SECRET: &str = "whsec_of_this_test";
pub(crate) const SESSION: &str = "mode=payment&success_url=http%3A%2F%2Flocalhost%3A3000%2Fcredits%2Fsuccess%3Fs%3D%7BCHECKOUT_SESSION_ID%7D\
    &cancel_url=http%3A%2F%2Flocalhost%3A3000%2Fcredits&client_reference_id=member-1&metadata%5Bpurchase%5D=p-1\
    &payment_intent_data%5Bmetadata%5D%5Bpurchase%5D=p-1&line_items%5B0%5D%5Bquantity%5D=1\
    &line_items%5B0%5D%5Bprice_data%5D%5Bcurrency%5D=usd&line_items%5B0%5D%5Bprice_data%5D%5Bunit_amount%5D=699\
    &line_items%5B0%5D%5Bprice_data%5D%5Bproduct_data%5D%5Bname%5D=60+credits";

pub(crate) fn config(webhook_url: Option<String>) -> Config {
    Config {
        port: 0,
        secret_key: Secret(KEY.into()),
        webhook_secret: Secret(WEBHOOK_SECRET.into()),
        webhook_url,
    }
}

pub(crate) fn stand_in() -> StandIn {
    StandIn::new(config(None), "http://127.0.0.1:1", Clock::standing_at(START))
}

pub(crate) fn ask(
    stand_in: &StandIn,
    method: &Method,
    path: &str,
    form: &str,
    key: Option<&str>,
) -> Result<Answer, ApiError> {
    let (query, body) = if method == Method::GET { (form, "") } else { ("", form) };
    let authorization = format!("Bearer {KEY}");
    stand_in.answer(&Asked {
        method,
        path,
        query,
        body: body.as_bytes(),
        authorization: Some(&authorization),
        key,
    })
}

pub(crate) fn get(stand_in: &StandIn, path: &str, query: &str) -> Value {
    body(ask(stand_in, &Method::GET, path, query, None))
}

pub(crate) fn post(stand_in: &StandIn, path: &str, form: &str) -> Value {
    body(ask(stand_in, &Method::POST, path, form, None))
}

pub(crate) fn body(answer: Result<Answer, ApiError>) -> Value {
    match answer {
        Ok(Answer::Json { body, .. }) => body,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn refusal(answer: Result<Answer, ApiError>) -> Value {
    match answer {
        Err(error) => error.body()["error"].clone(),
        Ok(answer) => panic!("{answer:?}"),
    }
}

pub(crate) fn open_session(stand_in: &StandIn) -> String {
    post(stand_in, "/v1/checkout/sessions", SESSION)["id"].as_str().unwrap().to_owned()
}

pub(crate) fn happened(stand_in: &StandIn) -> Vec<&'static str> {
    let mut kinds: Vec<_> = stand_in.world().events().map(|event| event.kind).collect();
    kinds.reverse();
    kinds
}
