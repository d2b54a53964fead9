//! The configuration file: JSON with camelCase keys, as the launcher writes it.

use std::path::Path;

pub use local_service::Secret;
use serde::Deserialize;

/// Everything that the stand-in is told.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The one key that may call the API: `sk_test_` and letters and digits. A live key is refused at the start.
    pub secret_key: Secret,
    /// The secret that events are signed with: `whsec_` and letters and digits.
    pub webhook_secret: Secret,
    /// Where events are delivered; none are where it is absent.
    #[serde(default)]
    pub webhook_url: Option<String>,
}

impl Config {
    /// Reads a configuration file. The error is one plain sentence without the file's content.
    pub fn read(path: &Path) -> Result<Self, String> {
        local_service::read_configuration::<Self>(path)?.checked()
    }

    /// The same configuration, if its keys are a stand-in's: whoever pastes a live key here has mistaken the place.
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
