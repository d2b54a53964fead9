//! The hosted UI of the user pool for Google: `/oauth2/…` and `/logout`.
//!
//! Adds to ministack: a callback on this origin, redirects of errors to the app, and PKCE.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use url::Url;

use super::form::{Form, json_answer};
use super::one_time::OneTimeStore;
use crate::cloud::Reply;
use crate::context::Context;
use crate::response::{text, unavailable};

/// State of the hosted UI.
pub struct HostedUi {
    context: Arc<Context>,
    pending: OneTimeStore<PendingSignIn>,
    codes: OneTimeStore<CodeChallenge>,
}

impl HostedUi {
    /// A hosted UI without pending requests.
    pub fn new(context: Arc<Context>) -> Self {
        Self { context, pending: OneTimeStore::default(), codes: OneTimeStore::default() }
    }
}

struct PendingSignIn {
    redirect_uri: String,
    state: String,
    challenge: CodeChallenge,
}

/// SHA-256 of the PKCE verifier, if the app sent one.
type CodeChallenge = Option<String>;

/// `GET /oauth2/authorize`: redirects to the provider.
pub async fn authorize(
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    State(hosted): State<Arc<HostedUi>>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    let asked = Form::read(query.as_bytes());
    if asked.get("identity_provider").is_empty() || asked.get("response_type") != "code" {
        return refused("Only the way through a provider, with a code, is played here.");
    }
    if !matches!(asked.get("code_challenge_method"), "" | "S256") {
        return refused("code_challenge_method must be S256.");
    }
    let reply = match forward(
        &hosted.context,
        Method::GET,
        &format!("/oauth2/authorize?{query}"),
        Bytes::new(),
    )
    .await
    {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let Some(provider) = location(&reply) else {
        return refused(
            "Cognito refuses this sign-in: client, redirect address and provider must be known to it.",
        );
    };
    let provider_state = Form::of(&provider).get("state").to_owned();
    let challenge = Some(asked.get("code_challenge").to_owned()).filter(|challenge| !challenge.is_empty());
    let pending = PendingSignIn {
        redirect_uri: asked.get("redirect_uri").to_owned(),
        state: asked.get("state").to_owned(),
        challenge,
    };
    hosted.pending.put(provider_state, pending, address.ip(), hosted.context.now());
    moved(provider.as_str())
}

/// `GET /oauth2/idpresponse`: redirects to the app with a code or an error.
pub async fn idp_response(
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    State(hosted): State<Arc<HostedUi>>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    let answer = Form::read(query.as_bytes());
    let Some(pending) = hosted.pending.take(answer.get("state"), hosted.context.now()) else {
        return refused("This sign-in has expired or was never begun. Go back to the app and begin again.");
    };
    if !answer.get("error").is_empty() {
        return back(
            &pending,
            &[("error", answer.get("error")), ("error_description", "The sign-in was cancelled.")],
        );
    }
    let path = format!("/oauth2/idpresponse?{query}");
    let reply = match forward(&hosted.context, Method::GET, &path, Bytes::new()).await {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let Some(app) = location(&reply) else {
        return back(&pending, &[("error_description", &reason(&reply)), ("error", "invalid_request")]);
    };
    let code = Form::of(&app).get("code").to_owned();
    hosted.codes.put(code, pending.challenge, address.ip(), hosted.context.now());
    moved(app.as_str())
}

/// `POST /oauth2/token`: exchanges a code after checking PKCE.
pub async fn token(State(hosted): State<Arc<HostedUi>>, body: Bytes) -> Response {
    let form = Form::read(&body);
    if form.get("grant_type") == "authorization_code" {
        let known = hosted.codes.take(form.get("code"), hosted.context.now());
        let proven = known.is_some_and(|challenge| {
            challenge.is_none_or(|challenge| challenge == code_challenge(form.get("code_verifier")))
        });
        if !proven {
            return json_answer(StatusCode::BAD_REQUEST, &json!({ "error": "invalid_grant" }));
        }
    }
    let reply = match forward(&hosted.context, Method::POST, "/oauth2/token", body).await {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let document = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    json_answer(reply.status, &document)
}

/// `GET /logout`: redirects to the app, if the pool allows the URL.
pub async fn logout(State(hosted): State<Arc<HostedUi>>, RawQuery(query): RawQuery) -> Response {
    let path = format!("/logout?{}", query.unwrap_or_default());
    match forward(&hosted.context, Method::GET, &path, Bytes::new()).await {
        Ok(reply) => match location(&reply) {
            Some(app) => moved(app.as_str()),
            None => refused("Cognito does not know this client or this address to return to."),
        },
        Err(response) => response,
    }
}

fn code_challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes()))
}

async fn forward(context: &Context, method: Method, path: &str, body: Bytes) -> Result<Reply, Response> {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    context.cloud.forward(method, path, headers, body).await.map_err(|error| unavailable(&error))
}

fn location(reply: &Reply) -> Option<Url> {
    let target = reply.headers.get(header::LOCATION)?.to_str().ok()?;
    Url::parse(target).ok().filter(|_| reply.status.is_redirection())
}

fn reason(reply: &Reply) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    body["message"].as_str().unwrap_or("The provider's answer was not understood.").to_owned()
}

fn back(pending: &PendingSignIn, parameters: &[(&str, &str)]) -> Response {
    let Ok(mut app) = Url::parse(&pending.redirect_uri) else {
        return refused("The address to return to is none.");
    };
    app.query_pairs_mut().extend_pairs(parameters).append_pair("state", &pending.state);
    moved(app.as_str())
}

fn moved(to: &str) -> Response {
    let Ok(to) = HeaderValue::from_str(to) else {
        return refused("The address to go on to is none.");
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    response.headers_mut().insert(header::LOCATION, to);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn refused(why: &str) -> Response {
    text(StatusCode::BAD_REQUEST, why)
}
