//! The stand-in: state, keys, clock and webhook sender.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::Method;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::api;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::ApiError;
use crate::form::Form;
use crate::idempotency::Keys;
use crate::switches::used;
use crate::webhooks::Sender;
use crate::world::World;

/// Response to an API request.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// A 200 response.
    Json {
        /// JSON body.
        body: Value,
        /// Whether an idempotency key repeated the response.
        replayed: bool,
    },
    /// No response.
    Silence,
}

/// An HTTP request below `/v1/`.
pub struct Asked<'a> {
    /// GET or POST.
    pub method: &'a Method,
    /// URL path.
    pub path: &'a str,
    /// Query without the question mark.
    pub query: &'a str,
    /// Body bytes.
    pub body: &'a [u8],
    /// `Authorization` header.
    pub authorization: Option<&'a str>,
    /// `Idempotency-Key` header.
    pub key: Option<&'a str>,
}

/// State shared by all requests.
pub struct StandIn {
    world: Mutex<World>,
    keys: Mutex<Keys>,
    /// Clock of the stand-in.
    pub clock: Clock,
    config: Config,
    sender: Option<Sender>,
}

impl StandIn {
    /// An empty stand-in whose pages are at `origin`.
    pub fn new(config: Config, origin: &str, clock: Clock) -> Self {
        let sender = config.webhook_url.clone().map(|url| Sender::new(url, config.webhook_secret.clone()));
        Self {
            world: Mutex::new(World::new(origin)),
            keys: Mutex::new(Keys::default()),
            clock,
            config,
            sender,
        }
    }

    /// Locks the state, even if the lock is poisoned.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles an API request.
    pub fn answer(&self, asked: &Asked<'_>) -> Result<Answer, ApiError> {
        self.authorized(asked.authorization)?;
        let now = self.clock.now();
        let mut world = self.world();
        world.tick(now);
        let writes = asked.method != Method::GET;
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let (true, Some(key)) = (writes, asked.key)
            && let Some(body) = keys.answer(key, asked.path, asked.body, now)?
        {
            return Ok(Answer::Json { body, replayed: true });
        }
        let form = Form::read(if writes { asked.body } else { asked.query.as_bytes() })?;
        let body = api::answer(&mut world, asked.method, asked.path, form, now)?;
        if let (true, Some(key)) = (writes, asked.key) {
            keys.remember(key, asked.path, asked.body, &body, now);
        }
        if used(&mut world.switches.time_out) {
            return Ok(Answer::Silence);
        }
        if writes && used(&mut world.switches.fail_after_success) {
            return Err(ApiError::of_ours());
        }
        Ok(Answer::Json { body, replayed: false })
    }

    /// Checks the secret key, sent as Bearer token or Basic user name.
    pub fn authorized(&self, authorization: Option<&str>) -> Result<(), ApiError> {
        let Some(header) = authorization else {
            return Err(ApiError::unauthorized("You did not provide an API key."));
        };
        let shown = match header.split_once(' ') {
            Some(("Bearer", key)) => Some(key.to_owned()),
            Some(("Basic", encoded)) => STANDARD
                .decode(encoded)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
                .map(|pair| pair.split(':').next().unwrap_or_default().to_owned()),
            _ => None,
        };
        // The key is not returned or logged: it may be a real one.
        if shown.is_some_and(|shown| self.config.secret_key.is(&shown)) {
            Ok(())
        } else {
            Err(ApiError::unauthorized("Invalid API Key provided."))
        }
    }

    /// Processes due changes and events; returns the number of delivery attempts.
    pub async fn deliver_due(&self) -> usize {
        let mut tries = 0;
        loop {
            let now = self.clock.now();
            let next = {
                let mut world = self.world();
                world.tick(now);
                world.outbox.next_due(now)
            };
            let Some(delivery) = next else { return tries };
            let accepted = match &self.sender {
                Some(sender) => sender.send(&delivery, now).await,
                // No webhook URL is configured.
                None => true,
            };
            tries += 1;
            self.world().outbox.tried(delivery.number, accepted, self.clock.now());
        }
    }
}
