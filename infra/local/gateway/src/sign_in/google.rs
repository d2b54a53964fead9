//! A stand-in for Google that accepts any account; local only.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::form::{Form, json_answer};
use super::one_time::OneTimeStore;
use crate::context::Context;
use crate::response::{text, typed};

/// State of the stand-in.
pub struct Google {
    context: Arc<Context>,
    codes: OneTimeStore<Value>,
}

impl Google {
    /// A stand-in without pending codes.
    pub fn new(context: Arc<Context>) -> Self {
        Self { context, codes: OneTimeStore::default() }
    }
}

const PAGE: &str = include_str!("google.html");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const LIMIT: usize = 200;

/// `GET /local/google/authorize`: the account form.
pub async fn authorize_page(RawQuery(query): RawQuery) -> Response {
    page(Form::read(query.unwrap_or_default().as_bytes()).get("state"), "")
}

/// `POST /local/google/authorize`: redirects to Cognito with a code or an error.
pub async fn authorize(
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    State(google): State<Arc<Google>>,
    body: Bytes,
) -> Response {
    let form = Form::read(&body);
    let (state, email, name) = (form.get("state"), form.get("email").trim(), form.get("name").trim());
    if form.get("act") == "cancel" {
        return on_to_cognito(&[("error", "access_denied"), ("state", state)]);
    }
    let is_address = email.split_once('@').is_some_and(|(user, host)| !user.is_empty() && !host.is_empty());
    if !is_address || email.chars().count() > LIMIT || name.chars().count() > LIMIT {
        return page(state, "Enter a valid email, like ana@example.com.");
    }
    let mut random = [0; 24];
    if SystemRandom::new().fill(&mut random).is_err() {
        return text(StatusCode::INTERNAL_SERVER_ERROR, "No randomness is to be had.");
    }
    let code = URL_SAFE_NO_PAD.encode(random);
    let claims = json!({
        "sub": subject(email),
        "email": email.to_lowercase(),
        "email_verified": if form.get("verified") == "yes" { "true" } else { "false" },
        "name": if name.is_empty() { email } else { name },
    });
    google.codes.put(code.clone(), claims, address.ip(), google.context.now());
    on_to_cognito(&[("code", &code), ("state", state)])
}

/// `POST /local/google/token`: exchanges a code for an ID token.
pub async fn token(State(google): State<Arc<Google>>, body: Bytes) -> Response {
    match google.codes.take(Form::read(&body).get("code"), google.context.now()) {
        Some(claims) => {
            // Unsigned: ministack does not verify it.
            let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
            let id_token = format!("{}.{}.none", part(&json!({ "alg": "none" })), part(&claims));
            json_answer(
                StatusCode::OK,
                &json!({ "id_token": id_token, "access_token": "none", "token_type": "Bearer" }),
            )
        }
        None => json_answer(StatusCode::BAD_REQUEST, &json!({ "error": "invalid_grant" })),
    }
}

fn subject(email: &str) -> String {
    let hash = digest(&SHA256, email.to_lowercase().as_bytes());
    hash.as_ref().iter().take(10).map(|byte| format!("{:02}", byte % 100)).collect()
}

fn page(state: &str, problem: &str) -> Response {
    let html = PAGE.replace("{problem}", problem).replace("{state}", &escaped(state));
    let status = if problem.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let mut response = typed(status, "text/html; charset=utf-8", html.into_bytes());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn on_to_cognito(parameters: &[(&str, &str)]) -> Response {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    let mut response = text(StatusCode::SEE_OTHER, "");
    if let Ok(to) = HeaderValue::from_str(&format!("/oauth2/idpresponse?{query}")) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
