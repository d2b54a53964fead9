//! The stand-in as one thing: the world behind a lock, the keys, the clock and the way to the receiver.

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

/// What is answered to a request.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// This JSON, with 200; `replayed` where it is the first answer to a key once more.
    Json {
        /// The object.
        body: Value,
        /// Whether the request had been carried out before.
        replayed: bool,
    },
    /// Nothing at all: the caller waits until it gives up.
    Silence,
}

/// A request below `/v1/`, as it came over HTTP.
pub struct Asked<'a> {
    /// GET or POST.
    pub method: &'a Method,
    /// The path.
    pub path: &'a str,
    /// The query, without its question mark.
    pub query: &'a str,
    /// The body's bytes.
    pub body: &'a [u8],
    /// The `Authorization` header.
    pub authorization: Option<&'a str>,
    /// The `Idempotency-Key` header.
    pub key: Option<&'a str>,
}

/// The whole stand-in.
pub struct StandIn {
    world: Mutex<World>,
    keys: Mutex<Keys>,
    /// The time.
    pub clock: Clock,
    config: Config,
    sender: Option<Sender>,
}

impl StandIn {
    /// A stand-in in which nothing has happened, whose pages are at `origin`.
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

    /// The world, for one step. A panic inside a step would be a mistake of ours, not a reason to end.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request of the API.
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

    /// Whether a caller has shown the secret key, as a bearer or as the user name of Basic.
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
        // Which key was shown stands in no answer and no log: it may be a real one, sent here by mistake.
        if shown.is_some_and(|shown| self.config.secret_key.is(&shown)) {
            Ok(())
        } else {
            Err(ApiError::unauthorized("Invalid API Key provided."))
        }
    }

    /// Lets happen what is due and delivers the events that are due, one after the other. Answers how many tries it made.
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
                // Nobody wants to hear of it.
                None => true,
            };
            tries += 1;
            self.world().outbox.tried(delivery.number, accepted, self.clock.now());
        }
    }
}
