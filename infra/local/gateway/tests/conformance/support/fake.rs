//! A scripted cloud: control plane, functions, keys and signature verifier.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{beside, keys};

pub(crate) enum Answer {
    Returns(Value),
    Fails(Value),
    /// Returns after a delay and records `returned`.
    ReturnsLate(Value),
    /// Never returns.
    Hangs,
}

type Script = dyn Fn(&str, &Value) -> Answer + Send + Sync;

#[derive(Clone)]
pub(crate) struct FakeCloud {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<(String, Value)>>>,
    script: Arc<Script>,
    api: Arc<Value>,
    sdl: Arc<String>,
}

impl FakeCloud {
    /// Starts a fake cloud with the test API as modified by `change`; `script` answers function calls.
    pub(crate) async fn start(
        change: impl FnOnce(&mut Value, &mut String),
        script: impl Fn(&str, &Value) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let mut api = api();
        let mut sdl = std::fs::read_to_string(beside("schema.graphql")).expect("the suite's schema");
        change(&mut api, &mut sdl);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let (seen, script) = (Arc::default(), Arc::new(script));
        let cloud = Self { url, seen, script, api: Arc::new(api), sdl: Arc::new(sdl) };
        let router = Router::new()
            .route(
                "/v1/apis/{api}",
                get(|State(c): State<Self>| async move { json!({ "graphqlApi": *c.api }).to_string() }),
            )
            .route("/v1/apis/{api}/schema", get(|State(c): State<Self>| async move { c.sdl.to_string() }))
            .route("/v1/apis/{api}/datasources", get(sources))
            .route("/v1/apis/{api}/types/{name}/resolvers", get(resolvers))
            .route("/2015-03-31/functions/{name}/invocations", post(invoke))
            .route("/{pool}/.well-known/jwks.json", get(key_set))
            .route("/_local/sigv4", post(verify))
            .route("/", post(cognito))
            .fallback(other)
            .layer(DefaultBodyLimit::disable())
            .with_state(cloud.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        cloud
    }

    pub(crate) fn seen(&self, name: &str) -> Vec<Value> {
        let seen = self.seen.lock().expect("the list");
        seen.iter().filter(|(of, _)| of == name).map(|(_, what)| what.clone()).collect()
    }

    fn note(&self, name: &str, what: Value) {
        self.seen.lock().expect("the list").push((name.to_owned(), what));
    }
}

/// The test API: Lambda tokens by default, also IAM and user pool.
fn api() -> Value {
    json!({
        "apiId": "api1",
        "authenticationType": "AWS_LAMBDA",
        "lambdaAuthorizerConfig": {
            "authorizerUri": "arn:aws:lambda:us-east-1:000000000000:function:authorizer",
            "authorizerResultTtlInSeconds": 60,
        },
        "additionalAuthenticationProviders": [
            { "authenticationType": "AWS_IAM" },
            {
                "authenticationType": "AMAZON_COGNITO_USER_POOLS",
                "userPoolConfig": { "userPoolId": "us-east-1_pool", "appIdClientRegex": "web.*" },
            },
        ],
        "queryDepthLimit": 6,
        "introspectionConfig": "ENABLED",
    })
}

async fn sources() -> String {
    let function = "arn:aws:lambda:us-east-1:000000000000:function:resolver:live";
    json!({ "dataSources": [{ "name": "main", "type": "AWS_LAMBDA", "lambdaConfig": { "lambdaFunctionArn": function } }] })
        .to_string()
}

async fn resolvers(State(cloud): State<FakeCloud>, Path((_, name)): Path<(String, String)>) -> String {
    let fields: &[&str] = match name.as_str() {
        "Query" => &[
            "thing",
            "openThing",
            "bare",
            "byDefault",
            "forTokens",
            "forSigners",
            "forMembers",
            "forStaff",
            "forSignersAndStaff",
            "staff",
        ],
        "Mutation" => &["makeThing", "publishThing"],
        "Subscription" => &["onThing"],
        "Thing" => &["computed"],
        _ => &[],
    };
    let resolver = |field: &&str| json!({ "typeName": name, "fieldName": field, "dataSourceName": "main", "kind": "UNIT" });
    let exists = |field: &&&str| {
        cloud.sdl.contains(&format!(" {field}:")) || cloud.sdl.contains(&format!(" {field}("))
    };
    json!({ "resolvers": fields.iter().filter(exists).map(resolver).collect::<Vec<_>>() }).to_string()
}

async fn invoke(State(cloud): State<FakeCloud>, Path(name): Path<String>, body: Bytes) -> Response {
    let event: Value = serde_json::from_slice(&body).expect("an event");
    cloud.note(&name, event.clone());
    match (cloud.script)(&name, &event) {
        Answer::Returns(value) => value.to_string().into_response(),
        Answer::Fails(error) => ([("x-amz-function-error", "Unhandled")], error.to_string()).into_response(),
        Answer::ReturnsLate(value) => {
            tokio::time::sleep(Duration::from_millis(50)).await;
            cloud.note(&name, json!("returned"));
            value.to_string().into_response()
        }
        Answer::Hangs => {
            std::future::pending::<()>().await;
            StatusCode::OK.into_response()
        }
    }
}

async fn key_set(State(cloud): State<FakeCloud>, Path(pool): Path<String>) -> String {
    cloud.note("jwks", json!(pool));
    json!({ "keys": [keys::pool().public()] }).to_string()
}

/// Accepts access key GUEST and denies it `forSignersAndStaff`.
async fn verify(body: Bytes) -> String {
    let asked: Value = serde_json::from_slice(&body).expect("a question");
    let authorization = asked["headers"]["authorization"].as_str().unwrap_or_default();
    if !authorization.contains("Credential=GUEST/") {
        let error = "The security token included in the request is invalid.";
        return json!({ "ok": false, "code": "UnrecognizedClientException", "error": error }).to_string();
    }
    let resources = asked["resources"].as_array().cloned().unwrap_or_default();
    let denied = |arn: &Value| arn.as_str().is_some_and(|arn| arn.ends_with("/forSignersAndStaff"));
    json!({
        "ok": true,
        "arn": "arn:aws:sts::000000000000:assumed-role/guests/CognitoIdentityCredentials",
        "userId": "AROA1:CognitoIdentityCredentials",
        "accountId": "000000000000",
        "cognito": { "identityId": "us-east-1:1", "poolId": "us-east-1:p", "authType": "unauthenticated", "authProvider": null },
        "denied": resources.into_iter().filter(denied).collect::<Vec<_>>(),
    })
    .to_string()
}

async fn cognito(headers: HeaderMap, body: Bytes) -> Response {
    let target =
        headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let reply = json!({ "target": target, "body": String::from_utf8_lossy(&body), "cookie": headers.contains_key("cookie") });
    ([("content-type", "application/x-amz-json-1.1")], reply.to_string()).into_response()
}

/// Serves test objects of the media bucket and accepts the app's pages for the site bucket; 404 for other paths.
async fn other(uri: Uri) -> Response {
    let hex = "a".repeat(32);
    if uri.path().starts_with("/site-bucket/") && uri.path().ends_with("/index.html") {
        return StatusCode::OK.into_response();
    }
    if uri.path() == format!("/media-bucket/media/{hex}/aa") {
        return ([("content-type", "image/png")], "png").into_response();
    }
    if uri.path() == format!("/media-bucket/media/{hex}/bb") {
        return ([("content-type", "text/html")], "<p>").into_response();
    }
    if uri.path() == format!("/media-bucket/media/{hex}/dd") {
        tokio::time::sleep(Duration::from_secs(60)).await;
    }
    StatusCode::NOT_FOUND.into_response()
}
