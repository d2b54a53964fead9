//! JSON configuration file written by the launcher.

use std::path::Path;

pub use local_service::Secret;
use serde::Deserialize;

/// Configuration of the stand-in.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// Port on 127.0.0.1; 0 picks a free one.
    pub port: u16,
    /// Accepted API key, which must start with `sk_test_`.
    pub secret_key: Secret,
    /// Webhook signing secret, `whsec_…`.
    pub webhook_secret: Secret,
    /// Webhook URL; without one no events are delivered.
    #[serde(default)]
    pub webhook_url: Option<String>,
}

impl Config {
    /// Reads and checks a configuration file.
    pub fn read(path: &Path) -> Result<Self, String> {
        local_service::read_configuration::<Self>(path)?.checked()
    }

    /// Rejects live keys, and webhook URLs on other machines.
    pub fn checked(self) -> Result<Self, String> {
        if !self.secret_key.0.starts_with("sk_test_") {
            return Err(
                "secretKey must begin with sk_test_: this is a stand-in, and takes no live key.".into()
            );
        }
        if !self.webhook_secret.0.starts_with("whsec_") {
            return Err("webhookSecret must begin with whsec_.".into());
        }
        let local = |url: &url::Url| {
            url.scheme() == "http" && matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
        };
        match self.webhook_url.as_deref().map(url::Url::parse) {
            Some(Ok(url)) if !local(&url) => {
                Err("webhookUrl must be http on this machine: a stand-in calls no other.".into())
            }
            Some(Err(_)) => Err("webhookUrl is no address.".into()),
            _ => Ok(self),
        }
    }
}
