//! Client of the local cloud over plain HTTP, with a timeout on every call.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use ring::hmac;
use serde_json::Value;

use crate::config::Secret;

/// AppSync's timeout for resolver functions.
pub const RESOLVER_TIMEOUT: Duration = Duration::from_secs(30);
/// AppSync's timeout for authorizer functions.
pub const AUTHORIZER_TIMEOUT: Duration = Duration::from_secs(10);
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// Header that authenticates the gateway to the cloud.
const PROOF: &str = "x-zest-proof";
/// Maximum size of a response body. Lambda responses (6 MB) and photos are smaller.
const MAX_REPLY_BYTES: usize = 20 * 1024 * 1024;

/// Failure of a call to the cloud.
#[derive(Debug)]
pub enum CloudError {
    /// No response within the timeout.
    TimedOut,
    /// Connection or response error, with its message.
    Unavailable(String),
}

impl fmt::Display for CloudError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => write!(f, "The local cloud did not answer in time."),
            Self::Unavailable(why) => write!(f, "The local cloud is not available: {why}"),
        }
    }
}

/// A complete HTTP response of the local cloud.
#[derive(Debug)]
pub struct Reply {
    /// HTTP status, including errors.
    pub status: StatusCode,
    /// Headers as received.
    pub headers: HeaderMap,
    /// Body, at most 20 MiB.
    pub body: Bytes,
}

/// Result of a function invocation.
#[derive(Debug)]
pub enum Invocation {
    /// JSON result; null if empty.
    Returned(Value),
    /// Lambda's error document (`errorMessage`, `errorType`).
    Failed(Value),
}

/// A client of the local cloud.
pub struct Cloud {
    endpoint: String,
    region: String,
    secret: hmac::Key,
    client: Client<HttpConnector, Body>,
}

impl Cloud {
    /// A client of the cloud at `endpoint`; `secret` signs each request's proof.
    pub fn new(endpoint: &str, secret: &Secret, region: &str) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(Duration::from_secs(3)));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Self {
            endpoint: endpoint.trim_end_matches('/').to_owned(),
            region: region.to_owned(),
            secret: hmac::Key::new(hmac::HMAC_SHA256, secret.0.as_bytes()),
            client,
        }
    }

    /// Sends a GET to an AWS API as the root user.
    pub async fn get(&self, service: &str, path: &str) -> Result<Reply, CloudError> {
        self.call(Method::GET, service, path, HeaderMap::new(), Bytes::new(), DEFAULT_TIMEOUT).await
    }

    /// Fetches a JSON document; fails on any status but 200.
    pub async fn get_json(&self, service: &str, path: &str) -> Result<Value, CloudError> {
        let reply = self.get(service, path).await?;
        if reply.status != StatusCode::OK {
            return Err(CloudError::Unavailable(format!("{path} answered {}", reply.status.as_u16())));
        }
        parse(path, &reply.body)
    }

    /// Puts an object at `/<bucket>/<key>` as the root user.
    pub async fn put_object(&self, path: &str, bytes: Vec<u8>) -> Result<Reply, CloudError> {
        self.call(Method::PUT, "s3", path, HeaderMap::new(), Bytes::from(bytes), DEFAULT_TIMEOUT).await
    }

    /// Posts a JSON document to a path that the launcher adds to the cloud.
    pub async fn post_json(&self, path: &str, document: &Value) -> Result<Value, CloudError> {
        let body = Bytes::from(document.to_string());
        let reply = self.call(Method::POST, "local", path, HeaderMap::new(), body, DEFAULT_TIMEOUT).await?;
        parse(path, &reply.body)
    }

    /// Invokes a Lambda function synchronously.
    pub async fn invoke(
        &self,
        arn: &str,
        event: &Value,
        timeout: Duration,
    ) -> Result<Invocation, CloudError> {
        let path = invocation_path(arn);
        let body = Bytes::from(event.to_string());
        let reply = self.call(Method::POST, "lambda", &path, HeaderMap::new(), body, timeout).await?;
        if reply.status != StatusCode::OK {
            return Err(CloudError::Unavailable(format!("Lambda answered {}", reply.status.as_u16())));
        }
        let result = if reply.body.is_empty() { Value::Null } else { parse(&path, &reply.body)? };
        match reply.headers.contains_key("x-amz-function-error") {
            true => Ok(Invocation::Failed(result)),
            false => Ok(Invocation::Returned(result)),
        }
    }

    /// Forwards a browser's Cognito request.
    pub async fn pass_on(&self, headers: HeaderMap, body: Bytes) -> Result<Reply, CloudError> {
        self.send(Method::POST, "/", headers, body, DEFAULT_TIMEOUT).await
    }

    /// Forwards a request to the hosted UI or the uploads bucket unchanged.
    pub async fn forward(
        &self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Reply, CloudError> {
        self.send(method, path, headers, body, DEFAULT_TIMEOUT).await
    }

    async fn call(
        &self,
        method: Method,
        service: &str,
        path: &str,
        mut headers: HeaderMap,
        body: Bytes,
        timeout: Duration,
    ) -> Result<Reply, CloudError> {
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential=test/20260101/{}/{service}/aws4_request, SignedHeaders=host, Signature=none",
            self.region
        );
        let value =
            authorization.parse().map_err(|_| CloudError::Unavailable("the region is not ASCII".into()))?;
        headers.insert(header::AUTHORIZATION, value);
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
        self.send(method, path, headers, body, timeout).await
    }

    /// Returns the proof that `../cloud_access.py` verifies: an HMAC of time, method and path.
    fn proof(&self, method: &Method, path: &str) -> Result<HeaderValue, CloudError> {
        let second = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let mac = hmac::sign(&self.secret, format!("{second}\n{method}\n{path}").as_bytes());
        let mut proof = format!("{second}:");
        for byte in mac.as_ref() {
            proof.push_str(&format!("{byte:02x}"));
        }
        HeaderValue::from_str(&proof).map_err(unsendable)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: Bytes,
        timeout: Duration,
    ) -> Result<Reply, CloudError> {
        let proof = self.proof(&method, path)?;
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.endpoint))
            .body(Body::from(body))
            .map_err(unsendable)?;
        *request.headers_mut() = headers;
        request.headers_mut().insert(PROOF, proof);
        let exchange = async {
            let response = self.client.request(request).await.map_err(|error| unavailable(&error))?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, MAX_REPLY_BYTES)
                .collect()
                .await
                .map_err(|_| CloudError::Unavailable("its answer broke off or is too large".into()))?;
            Ok(Reply { status: parts.status, headers: parts.headers, body: body.to_bytes() })
        };
        tokio::time::timeout(timeout, exchange).await.map_err(|_| CloudError::TimedOut)?
    }
}

fn unsendable(_: impl fmt::Display) -> CloudError {
    CloudError::Unavailable("a request can't be written".into())
}

fn unavailable(error: &hyper_util::client::legacy::Error) -> CloudError {
    let why = if error.is_connect() { "it can't be reached" } else { "it broke off" };
    CloudError::Unavailable(why.into())
}

fn parse(path: &str, body: &[u8]) -> Result<Value, CloudError> {
    serde_json::from_slice(body).map_err(|_| CloudError::Unavailable(format!("{path} did not answer JSON")))
}

/// `arn:aws:lambda:R:A:function:NAME[:QUALIFIER]` → path of its Invoke operation.
fn invocation_path(arn: &str) -> String {
    let parts: Vec<&str> = arn.split(':').collect();
    let name = parts.get(6).copied().unwrap_or(arn);
    match parts.get(7) {
        Some(qualifier) => format!("/2015-03-31/functions/{name}/invocations?Qualifier={qualifier}"),
        None => format!("/2015-03-31/functions/{name}/invocations"),
    }
}
