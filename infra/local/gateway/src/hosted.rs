//! The user pool's hosted sign-in on the one origin: `/oauth2/…` and `/logout`, for the way through Google.
//!
//! ministack knows the codes and the tokens. Three things it does not do as Cognito does, so they are done here: the
//! provider's answer comes back to this origin, a sign-in that fails returns to the app with `error` and
//! `error_description`, and a code is worth nothing without the verifier (PKCE) of the browser that began.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use url::Url;
use url::form_urlencoded;

use crate::cloud::Reply;
use crate::files;
use crate::gateway::Gateway;
use crate::passage::unavailable;
use crate::shelf::Shelf;

/// Sign-ins that are under way.
#[derive(Default)]
pub struct Hosted {
    /// By the state that the provider will bring back.
    begun: Shelf<Begun>,
    /// By the code that the app will bring.
    codes: Shelf<Challenge>,
}

/// Where a sign-in returns to, and what its browser will have to show.
struct Begun {
    redirect_uri: String,
    state: String,
    challenge: Challenge,
}

/// The SHA-256 of the verifier, if the app has sent one.
type Challenge = Option<String>;

/// `GET /oauth2/authorize`: on to the provider.
pub async fn authorize(State(gateway): State<Arc<Gateway>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let asked = Form::read(query.as_bytes());
    if asked.get("identity_provider").is_empty() || asked.get("response_type") != "code" {
        return refused("Only the way through a provider, with a code, is played here.");
    }
    if !matches!(asked.get("code_challenge_method"), "" | "S256") {
        return refused("code_challenge_method must be S256.");
    }
    let reply = match pass(&gateway, Method::GET, &format!("/oauth2/authorize?{query}"), Bytes::new()).await {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let Some(provider) = location(&reply) else {
        return refused(
            "Cognito refuses this sign-in: client, redirect address and provider must be known to it.",
        );
    };
    let relay = Form::of(&provider).get("state").to_owned();
    let challenge = Some(asked.get("code_challenge").to_owned()).filter(|challenge| !challenge.is_empty());
    let begun = Begun {
        redirect_uri: asked.get("redirect_uri").to_owned(),
        state: asked.get("state").to_owned(),
        challenge,
    };
    gateway.hosted.begun.put(relay, begun, gateway.now());
    moved(provider.as_str())
}

/// `GET /oauth2/idpresponse`: the provider has answered; back to the app with a code, or with what went wrong.
pub async fn answered(State(gateway): State<Arc<Gateway>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let answer = Form::read(query.as_bytes());
    let Some(begun) = gateway.hosted.begun.take(answer.get("state"), gateway.now()) else {
        return refused("This sign-in has expired or was never begun. Go back to the app and begin again.");
    };
    if !answer.get("error").is_empty() {
        return back(
            &begun,
            &[("error", answer.get("error")), ("error_description", "The sign-in was cancelled.")],
        );
    }
    let path = format!("/oauth2/idpresponse?{query}");
    let reply = match pass(&gateway, Method::GET, &path, Bytes::new()).await {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let Some(app) = location(&reply) else {
        return back(&begun, &[("error_description", &reason(&reply)), ("error", "invalid_request")]);
    };
    let code = Form::of(&app).get("code").to_owned();
    gateway.hosted.codes.put(code, begun.challenge, gateway.now());
    moved(app.as_str())
}

/// `POST /oauth2/token`: tokens for a code, to the browser that began.
pub async fn token(State(gateway): State<Arc<Gateway>>, body: Bytes) -> Response {
    let form = Form::read(&body);
    if form.get("grant_type") == "authorization_code" {
        // A code that nobody here was given is as wrong as one without its verifier.
        let known = gateway.hosted.codes.take(form.get("code"), gateway.now());
        let proven = known.is_some_and(|challenge| {
            challenge.is_none_or(|challenge| challenge == challenge_of(form.get("code_verifier")))
        });
        if !proven {
            return json_answer(StatusCode::BAD_REQUEST, &json!({ "error": "invalid_grant" }));
        }
    }
    let reply = match pass(&gateway, Method::POST, "/oauth2/token", body).await {
        Ok(reply) => reply,
        Err(response) => return response,
    };
    let document = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    json_answer(reply.status, &document)
}

/// `GET /logout`: back to the app, if the address is one that the pool knows.
pub async fn logout(State(gateway): State<Arc<Gateway>>, RawQuery(query): RawQuery) -> Response {
    let path = format!("/logout?{}", query.unwrap_or_default());
    match pass(&gateway, Method::GET, &path, Bytes::new()).await {
        Ok(reply) => match location(&reply) {
            Some(app) => moved(app.as_str()),
            None => refused("Cognito does not know this client or this address to return to."),
        },
        Err(response) => response,
    }
}

fn challenge_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes()))
}

async fn pass(gateway: &Gateway, method: Method, path: &str, body: Bytes) -> Result<Reply, Response> {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    gateway.cloud.forward(method, path, headers, body).await.map_err(|error| unavailable(&error))
}

/// The address that an answer moves the browser to.
fn location(reply: &Reply) -> Option<Url> {
    let target = reply.headers.get(header::LOCATION)?.to_str().ok()?;
    Url::parse(target).ok().filter(|_| reply.status.is_redirection())
}

/// What Cognito says in `error_description`.
fn reason(reply: &Reply) -> String {
    let told: Value = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    told["message"].as_str().unwrap_or("The provider's answer was not understood.").to_owned()
}

fn back(begun: &Begun, told: &[(&str, &str)]) -> Response {
    let Ok(mut app) = Url::parse(&begun.redirect_uri) else {
        return refused("The address to return to is none.");
    };
    app.query_pairs_mut().extend_pairs(told).append_pair("state", &begun.state);
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
    files::text(StatusCode::BAD_REQUEST, why)
}

/// A JSON answer that nobody may keep.
pub(crate) fn json_answer(status: StatusCode, document: &Value) -> Response {
    let mut response = files::typed(status, "application/json", document.to_string().into_bytes());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The fields of a query or a form.
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    /// Reads a form as browsers encode it.
    pub(crate) fn read(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    fn of(address: &Url) -> Self {
        Self::read(address.query().unwrap_or_default().as_bytes())
    }

    /// A field's first value; empty where there is none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}
