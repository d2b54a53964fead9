//! Sends deliveries to the webhook URL.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header as names};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::{Delivery, header};
use crate::config::Secret;

const TIMEOUT: Duration = Duration::from_secs(10);

/// HTTP client of the webhook receiver.
pub struct Sender {
    url: String,
    secret: Secret,
    client: Client<HttpConnector, Body>,
}

impl Sender {
    /// A sender to `url` that signs with `secret`.
    pub fn new(url: String, secret: Secret) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(Duration::from_secs(3)));
        connector.set_nodelay(true);
        Self { url, secret, client: Client::builder(TokioExecutor::new()).build(connector) }
    }

    /// Sends a signed event; true for a 2xx response within ten seconds.
    pub async fn send(&self, delivery: &Delivery, now: i64) -> bool {
        let request = Request::builder()
            .method(Method::POST)
            .uri(&self.url)
            .header(names::CONTENT_TYPE, "application/json; charset=utf-8")
            .header("stripe-signature", header(&self.secret.0, now, &delivery.body))
            .body(Body::from(delivery.body.clone()));
        let Ok(request) = request else { return false };
        let answer = async {
            let answer = self.client.request(request).await.ok()?;
            let accepted = answer.status().is_success();
            // Reads the response to its end, so that the connection can be reused.
            let mut body = answer.into_body();
            while let Some(frame) = body.frame().await {
                frame.ok()?;
            }
            Some(accepted)
        };
        matches!(tokio::time::timeout(TIMEOUT, answer).await, Ok(Some(true)))
    }
}
