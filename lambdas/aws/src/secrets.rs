//! The token keys in Secrets Manager, read when a function starts and again when a token names an unknown key.

use std::sync::RwLock;
use std::time::{Duration, Instant};

use app::AppError;
use app::error::PortError;
use app::signed_token::KeyRing;
use aws_sdk_secretsmanager::Client;

use crate::errors::port_error;

/// A ring older than this is read again, so that a key taken out of force stops being valid.
const MAX_AGE: Duration = Duration::from_secs(300);
/// A token with a made-up key name makes us read the secret no more often than this.
const REREAD_INTERVAL: Duration = Duration::from_secs(10);

/// The keys in force, as last read.
#[derive(Debug)]
pub struct TokenKeys {
    client: Client,
    secret: String,
    read: RwLock<Option<(Instant, KeyRing)>>,
}

impl TokenKeys {
    /// Over the secret of this name or ARN.
    #[must_use]
    pub fn new(client: Client, secret: String) -> Self {
        Self { client, secret, read: RwLock::new(None) }
    }

    /// The keys with which to issue a token.
    ///
    /// # Errors
    /// As Secrets Manager has them.
    pub async fn for_issuing(&self) -> Result<KeyRing, AppError> {
        self.younger_than(MAX_AGE).await
    }

    /// The keys with which to verify this token.
    ///
    /// # Errors
    /// As Secrets Manager has them.
    pub async fn for_verifying(&self, token: &str) -> Result<KeyRing, AppError> {
        let ring = self.younger_than(MAX_AGE).await?;
        if ring.misses(token) { self.younger_than(REREAD_INTERVAL).await } else { Ok(ring) }
    }

    async fn younger_than(&self, age: Duration) -> Result<KeyRing, AppError> {
        let known = {
            let read =
                self.read.read().map_err(|_| AppError::Internal("token keys: poisoned lock".into()))?;
            read.as_ref().filter(|(at, _)| at.elapsed() < age).map(|(_, ring)| ring.clone())
        };
        if let Some(ring) = known {
            return Ok(ring);
        }
        let request = self.client.get_secret_value().secret_id(&self.secret);
        let answer = request.send().await.map_err(|error| port_error("GetSecretValue", &error))?;
        let text =
            answer.secret_string.ok_or_else(|| PortError::Broken("the secret has no text".to_owned()))?;
        let ring = KeyRing::from_json(&text)?;
        let mut read =
            self.read.write().map_err(|_| AppError::Internal("token keys: poisoned lock".into()))?;
        *read = Some((Instant::now(), ring.clone()));
        Ok(ring)
    }
}
