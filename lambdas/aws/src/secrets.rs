use std::sync::RwLock;
use std::time::{Duration, Instant};

use app::AppError;
use app::signed_token::KeyRing;
use aws_sdk_secretsmanager::Client;
use zest_core::PortError;

use crate::errors::port_error;

/// Maximum age of the cache, after which a revoked key stops working.
const MAX_AGE: Duration = Duration::from_secs(300);
/// Minimum interval between rereads for an unknown key.
const REREAD_INTERVAL: Duration = Duration::from_secs(10);

/// Cached content of a secret.
#[derive(Debug)]
pub struct CachedSecret<T> {
    client: Client,
    secret: String,
    read: RwLock<Option<(Instant, T)>>,
}

impl<T: Clone> CachedSecret<T> {
    /// Cache for the secret with this name or ARN.
    #[must_use]
    pub fn new(client: Client, secret: String) -> Self {
        Self { client, secret, read: RwLock::new(None) }
    }

    /// The parsed content, at most five minutes old.
    pub async fn current(&self, parse: impl Fn(&str) -> Result<T, AppError>) -> Result<T, AppError> {
        self.younger_than(MAX_AGE, parse).await
    }

    /// The parsed content, reread unless it is younger than ten seconds; for a key that is not in the cache.
    pub async fn reread(&self, parse: impl Fn(&str) -> Result<T, AppError>) -> Result<T, AppError> {
        self.younger_than(REREAD_INTERVAL, parse).await
    }

    async fn younger_than(
        &self,
        age: Duration,
        parse: impl Fn(&str) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let poisoned = || AppError::Internal("a secret: poisoned lock".into());
        let known = {
            let read = self.read.read().map_err(|_| poisoned())?;
            read.as_ref().filter(|(at, _)| at.elapsed() < age).map(|(_, content)| content.clone())
        };
        if let Some(content) = known {
            return Ok(content);
        }
        let request = self.client.get_secret_value().secret_id(&self.secret);
        let answer = request.send().await.map_err(|error| port_error("GetSecretValue", &error))?;
        let text =
            answer.secret_string.ok_or_else(|| PortError::Broken("the secret has no text".to_owned()))?;
        let content = parse(&text)?;
        let mut read = self.read.write().map_err(|_| poisoned())?;
        *read = Some((Instant::now(), content.clone()));
        Ok(content)
    }
}

/// Current token keys.
#[derive(Debug)]
pub struct TokenKeys(CachedSecret<KeyRing>);

impl TokenKeys {
    /// Keys in the secret with this name or ARN.
    #[must_use]
    pub fn new(client: Client, secret: String) -> Self {
        Self(CachedSecret::new(client, secret))
    }

    /// Keys for issuing tokens.
    pub async fn for_issuing(&self) -> Result<KeyRing, AppError> {
        self.0.current(KeyRing::from_json).await
    }

    /// Keys for verifying this token; rereads the secret if the token's key is unknown.
    pub async fn for_verifying(&self, token: &str) -> Result<KeyRing, AppError> {
        let ring = self.0.current(KeyRing::from_json).await?;
        if ring.misses(token) { self.0.reread(KeyRing::from_json).await } else { Ok(ring) }
    }
}
