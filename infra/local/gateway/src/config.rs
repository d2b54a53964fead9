//! The configuration file: JSON with camelCase keys, written by the launcher.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

/// Configuration of the gateway; the README describes each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// Port of the app; 0 picks a free one.
    pub port: u16,
    /// URL of the local cloud, such as `http://127.0.0.1:4566`.
    pub cloud_endpoint: String,
    /// Secret that authenticates the gateway to the cloud.
    pub cloud_secret: Secret,
    /// AWS region that requests are signed for.
    pub region: String,
    /// AWS account id in the API's ARNs.
    pub account_id: String,
    /// Id of the AppSync API.
    pub api_id: String,
    /// Default user pool, if the API does not name one.
    pub user_pool_id: String,
    /// Folder of the built front end.
    pub site: PathBuf,
    /// Folder of the demo kitchen.
    pub demo: PathBuf,
    /// S3 bucket served below `/media/`.
    pub media_bucket: String,
    /// Bucket for browser uploads, served at `/<its name>`.
    #[serde(default)]
    pub uploads_bucket: Option<String>,
    /// JSON object served as `/config.json`.
    pub client_config: Value,
    /// Content-Security-Policy of the site's pages.
    #[serde(default)]
    pub content_security_policy: Option<String>,
    /// Regular expressions of the app's paths.
    pub spa_routes: Vec<String>,
    /// Regular expressions of static pages: `/terms` serves `terms.html`, `/es` serves `es/home.html`.
    #[serde(default)]
    pub page_routes: Vec<String>,
    /// Values of the placeholders in built pages.
    #[serde(default)]
    pub site_texts: BTreeMap<String, String>,
    /// REST API methods of template.yaml.
    #[serde(default)]
    pub rest: Vec<RestRoute>,
    /// Function that renders recipe pages, if any.
    #[serde(default)]
    pub recipe_page: Option<RecipePage>,
    /// Quotas and rate limits.
    #[serde(default)]
    pub limits: Limits,
}

/// The function that renders recipe pages, and its input.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecipePage {
    /// Function name or ARN.
    pub function: String,
    /// Resource path in the API.
    pub resource: String,
    /// Regular expression of its paths.
    pub route: String,
    /// Bucket of the built site.
    pub site_bucket: String,
    /// Public origin, such as `http://localhost:3000`.
    pub origin: String,
}

/// A REST API method and its function.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestRoute {
    /// HTTP method in upper case.
    pub method: String,
    /// Resource path, such as `/payment/purchases/{id}`.
    pub path: String,
    /// Function name or ARN.
    pub function: String,
    /// Whether a user pool ID token is required.
    pub members_only: bool,
    /// Rate limit of the API in requests per second.
    pub requests_per_second: u32,
    /// Burst limit of the API in requests.
    pub requests_at_once: u32,
}

/// A text hidden from debug output.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// AppSync's quotas, scaled down for one machine.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Limits {
    /// Maximum size of a GraphQL request in bytes.
    pub body_bytes: usize,
    /// Maximum size of a WebSocket message in bytes.
    pub message_bytes: usize,
    /// Maximum size of a subscription payload in bytes; larger ones are dropped. AppSync allows 240 KB.
    pub event_bytes: usize,
    /// GraphQL requests per second over all callers.
    pub requests_per_second: u32,
    /// Permits per second and caller; a root field costs 1, or more if many fields are selected below it.
    pub caller_per_second: u32,
    /// Burst of permits per caller.
    pub caller_at_once: u32,
    /// Permits per second and address (IPv6: /64 prefix).
    pub address_per_second: u32,
    /// Burst of permits per address.
    pub address_at_once: u32,
    /// New guest identities per hour and address.
    pub identities_per_hour: u32,
    /// Maximum number of concurrent functions.
    pub functions_at_once: usize,
    /// Maximum number of concurrent functions per caller.
    pub functions_at_once_each: usize,
    /// Maximum number of waiting function calls.
    pub functions_waiting: usize,
    /// Maximum number of waiting function calls per caller.
    pub functions_waiting_each: usize,
    /// Wait in milliseconds after which a function call is rejected.
    pub function_wait_ms: u64,
    /// Maximum number of open authorized WebSockets.
    pub connections: usize,
    /// Maximum number of open WebSockets per caller.
    pub connections_each: usize,
    /// Maximum number of WebSockets that wait for their rejection; further ones are rejected at once.
    pub unauthorized_connections: usize,
    /// Timeout of a WebSocket handshake in milliseconds.
    pub handshake_ms: u64,
    /// New WebSockets per second and address; connections without credentials have a separate limit.
    pub connects_per_second: u32,
    /// Messages per second and WebSocket.
    pub messages_per_second: u32,
    /// Maximum number of subscriptions per WebSocket.
    pub subscriptions_per_connection: usize,
    /// Maximum number of queued messages per connection; it is closed when more arrive.
    pub outbound_queue: usize,
    /// Interval of `ka` messages in milliseconds.
    pub keep_alive_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024,
            message_bytes: 128 * 1024,
            event_bytes: 240 * 1024,
            requests_per_second: 1000,
            caller_per_second: 30,
            caller_at_once: 300,
            address_per_second: 100,
            address_at_once: 1000,
            identities_per_hour: 60,
            functions_at_once: 8,
            // Low, because the local cloud is single-threaded.
            functions_at_once_each: 2,
            functions_waiting: 1000,
            functions_waiting_each: 100,
            function_wait_ms: 10_000,
            connections: 1000,
            connections_each: 50,
            unauthorized_connections: 20,
            handshake_ms: 10_000,
            connects_per_second: 100,
            messages_per_second: 100,
            subscriptions_per_connection: 100,
            outbound_queue: 64,
            keep_alive_ms: 60_000,
        }
    }
}

impl Config {
    /// Reads a configuration file; the error is a message.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("The configuration {} can't be read: {error}", path.display()))?;
        serde_json::from_str(&text)
            .map_err(|error| format!("The configuration {} is not valid: {error}", path.display()))
    }
}
