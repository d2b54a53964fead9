//! An in-process gateway on a free port with a test clock.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use gateway::config::{Config, Limits, Secret};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

use super::fake::{Answer, FakeCloud};

pub(crate) struct Running {
    pub(crate) port: u16,
    clock: Arc<AtomicU64>,
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// The scripted cloud does not check the secret.
pub(crate) fn secret() -> Secret {
    Secret("secret".into())
}

pub(crate) fn config(cloud: &str) -> Config {
    Config {
        port: 0,
        cloud_endpoint: cloud.to_owned(),
        cloud_secret: secret(),
        region: "us-east-1".into(),
        account_id: "000000000000".into(),
        api_id: "api1".into(),
        user_pool_id: "us-east-1_pool".into(),
        site: PathBuf::from("no-site"),
        demo: PathBuf::from("no-demo"),
        media_bucket: "media-bucket".into(),
        uploads_bucket: None,
        client_config: json!({ "stage": "test" }),
        content_security_policy: Some("default-src 'self'".into()),
        spa_routes: vec![
            "^(/(es|fr))?/?$".into(),
            "^(/(es|fr))?/my-recipes/?$".into(),
            "^(/(es|fr))?/recipes/[^/]+/?$".into(),
        ],
        page_routes: vec![],
        site_texts: BTreeMap::new(),
        rest: vec![],
        recipe_page: None,
        limits: Limits::default(),
    }
}

pub(crate) async fn start(config: Config) -> Running {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    let clock = Arc::new(AtomicU64::new(now.as_secs()));
    let reading = Arc::clone(&clock);
    let bound = gateway::bind(config, Arc::new(move || Duration::from_secs(reading.load(Ordering::SeqCst))));
    let bound = bound.await.expect("a gateway that starts");
    let port = bound.port;
    tokio::spawn(bound.serve(std::future::pending()));
    Running { port, clock }
}

pub(crate) async fn scripted(
    script: impl Fn(&str, &Value) -> Answer + Send + Sync + 'static,
) -> (Running, FakeCloud) {
    let cloud = FakeCloud::start(|_, _| {}, script).await;
    (start(config(&cloud.url)).await, cloud)
}

impl Running {
    /// A gateway that was started elsewhere, with a fixed clock.
    pub(crate) fn at(port: u16) -> Self {
        Self { port, clock: Arc::default() }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.clock.fetch_add(seconds, Ordering::SeqCst);
    }

    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).expect("a method"))
            .uri(format!("http://127.0.0.1:{}{path}", self.port));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body.to_owned())).expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let (parts, body) = client.request(request).await.expect("an answer").into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes().to_vec();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) async fn ask(&self, token: &str, query: &str) -> Reply {
        self.ask_with(token, query, json!({})).await
    }

    pub(crate) async fn ask_with(&self, token: &str, query: &str, variables: Value) -> Reply {
        let body = json!({ "query": query, "variables": variables }).to_string();
        self.send("POST", "/graphql", &[("authorization", token)], &body).await
    }
}

/// A signature that the scripted cloud accepts as a guest's.
pub(crate) const GUEST: &str = "AWS4-HMAC-SHA256 Credential=GUEST/20260101/us-east-1/appsync/aws4_request, SignedHeaders=host, Signature=0";

/// The default script: the authorizer accepts token `good`; `value` resolves every field.
pub(crate) fn resolving(
    value: impl Fn(&Value) -> Answer + Send + Sync + 'static,
) -> impl Fn(&str, &Value) -> Answer {
    move |name, event| match name {
        "authorizer" => Answer::Returns(json!({ "isAuthorized": event["authorizationToken"] == "good" })),
        _ => value(event),
    }
}

pub(crate) fn thing() -> Value {
    json!({ "id": "1", "strict": "s", "title": "T", "owner": "ana", "secret": "x", "part": { "name": "p" } })
}
