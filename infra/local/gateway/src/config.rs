//! The configuration file: JSON with camelCase keys, as the launcher writes it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

/// Everything that the gateway is told; the README explains each key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// The one port of the app; 0 takes any free one.
    pub port: u16,
    /// The local cloud, for instance `http://127.0.0.1:4566`.
    pub cloud_endpoint: String,
    /// What proves to the local cloud that a request is the gateway's.
    pub cloud_secret: Secret,
    /// The region that requests must be signed for.
    pub region: String,
    /// The account in the API's ARNs.
    pub account_id: String,
    /// The AppSync API to serve.
    pub api_id: String,
    /// The user pool whose tokens count, unless the API's own configuration names one.
    pub user_pool_id: String,
    /// The folder of the built front end.
    pub site: PathBuf,
    /// The folder of the demo kitchen.
    pub demo: PathBuf,
    /// The name of the S3 bucket whose objects are served below `/media/`.
    pub media_bucket: String,
    /// The bucket that browsers post uploads to, at `/<its name>`, if there is one.
    #[serde(default)]
    pub uploads_bucket: Option<String>,
    /// The JSON object that `GET /config.json` answers, for the app in the browser.
    pub client_config: Value,
    /// The Content-Security-Policy of the site's pages, if any.
    #[serde(default)]
    pub content_security_policy: Option<String>,
    /// Regular expressions of the paths that the single-page app itself routes.
    pub spa_routes: Vec<String>,
    /// Regular expressions of the public pages, which are files: `/terms` is `terms.html`, `/es` is `es/home.html`.
    #[serde(default)]
    pub page_routes: Vec<String>,
    /// What the built pages leave open, such as the origin, and what is filled in for it.
    #[serde(default)]
    pub site_texts: BTreeMap<String, String>,
    /// The methods of the REST APIs, as template.yaml has them.
    #[serde(default)]
    pub rest: Vec<RestRoute>,
    /// The function that answers for the app's page at the addresses of recipes, if there is one.
    #[serde(default)]
    pub recipe_page: Option<RecipePage>,
    /// What the gateway refuses to do more of.
    #[serde(default)]
    pub limits: Limits,
}

/// The function behind the distribution's behaviours of recipes, and where it finds the built page.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecipePage {
    /// The name or ARN of the function.
    pub function: String,
    /// The resource's path as the API has it.
    pub resource: String,
    /// A regular expression of the paths that it answers for.
    pub route: String,
    /// The site's bucket, which on AWS the upload fills.
    pub site_bucket: String,
    /// Where the reader is, for instance `http://localhost:3000`.
    pub origin: String,
}

/// One method of a REST API and the function behind it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestRoute {
    /// The method, in capitals.
    pub method: String,
    /// The resource's path as the API has it, for instance `/payment/purchases/{id}`.
    pub path: String,
    /// The name or ARN of the function that answers.
    pub function: String,
    /// Whether only ID tokens of the user pool are let in.
    pub members_only: bool,
    /// The API's own limit: requests per second on average.
    pub requests_per_second: u32,
    /// The API's own limit: requests at once.
    pub requests_at_once: u32,
}

/// A text that is shown nowhere.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// AppSync's quotas, scaled to a laptop where AWS counts in thousands.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Limits {
    /// Largest GraphQL request, in bytes.
    pub body_bytes: usize,
    /// Largest message that a WebSocket client may send, in bytes.
    pub message_bytes: usize,
    /// Largest payload that a subscriber is sent, in bytes; AppSync's own limit is 240 KB.
    pub event_bytes: usize,
    /// GraphQL requests per second, over all callers.
    pub requests_per_second: u32,
    /// What one caller may spend per second on average: each resolver of a request costs 1, one that selects many fields
    /// more.
    pub caller_per_second: u32,
    /// What one caller may spend at once.
    pub caller_at_once: u32,
    /// What all callers of one address (of IPv6 its first 64 bits) may spend per second on average.
    pub address_per_second: u32,
    /// What all callers of one address may spend at once.
    pub address_at_once: u32,
    /// New identities of guests in an hour, of one address.
    pub identities_per_hour: u32,
    /// Functions that run at once.
    pub functions_at_once: usize,
    /// Functions that run at once for one caller.
    pub functions_at_once_each: usize,
    /// Calls of functions that wait for their turn.
    pub functions_waiting: usize,
    /// Calls of functions that wait for their turn for one caller.
    pub functions_waiting_each: usize,
    /// How long a call of a function waits for its turn before it is refused, in milliseconds.
    pub function_wait_ms: u64,
    /// WebSockets that may be open at once, of callers that are authorized.
    pub connections: usize,
    /// WebSockets that one caller may have open at once.
    pub connections_each: usize,
    /// WebSockets without authorization that may be open at once, until their handshake is over.
    pub unauthorized_connections: usize,
    /// How long a WebSocket's handshake may take, in milliseconds.
    pub handshake_ms: u64,
    /// New WebSockets per second of one address; those that show no authorization at all are counted apart.
    pub connects_per_second: u32,
    /// Messages per second that one WebSocket may send.
    pub messages_per_second: u32,
    /// Subscriptions that one WebSocket may hold.
    pub subscriptions_per_connection: usize,
    /// Messages that may wait for one subscriber before its connection is dropped.
    pub outbound_queue: usize,
    /// Time between two `ka` messages, in milliseconds.
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
            // The local cloud computes in one thread: beside two calls of one caller, another's takes three times as long.
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
    /// Reads a configuration file; the error is one plain sentence.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("The configuration {} can't be read: {error}", path.display()))?;
        serde_json::from_str(&text)
            .map_err(|error| format!("The configuration {} is not valid: {error}", path.display()))
    }
}
