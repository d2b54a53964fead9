//! What every request shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::api::Api;
use crate::authorizer::Authorizer;
use crate::cloud::Cloud;
use crate::config::Config;
use crate::google::Said;
use crate::hosted::Hosted;
use crate::hub::Hub;
use crate::jwt::SharedKeySet;
use crate::limit::Bucket;

/// The time since 1970; tests bring their own.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The API, the cloud behind it and what is remembered between requests.
pub struct Gateway {
    /// What the gateway was told.
    pub config: Config,
    /// The API that it serves.
    pub api: Api,
    /// The local cloud.
    pub cloud: Cloud,
    /// The authorizer's answers.
    pub authorizer: Authorizer,
    /// The open subscriptions.
    pub hub: Hub,
    /// GraphQL requests.
    pub requests: Bucket,
    /// New WebSockets.
    pub connects: Bucket,
    /// Sign-ins through a provider that are under way.
    pub hosted: Hosted,
    /// What people have told the stand-in for Google.
    pub said: Said,
    keys: SharedKeySet,
    clock: Clock,
    request_count: AtomicU64,
}

impl Gateway {
    /// Reads the API from the cloud; the error is one plain sentence.
    pub async fn connect(config: Config, clock: Clock) -> Result<Self, String> {
        let cloud = Cloud::new(&config.cloud_endpoint, &config.region);
        let api = Api::read(&cloud, &config).await?;
        let now = clock();
        Ok(Self {
            api,
            cloud,
            authorizer: Authorizer::default(),
            hub: Hub::default(),
            requests: Bucket::new(config.limits.requests_per_second, now),
            connects: Bucket::new(config.limits.connects_per_second, now),
            hosted: Hosted::default(),
            said: Said::default(),
            keys: SharedKeySet::default(),
            clock,
            request_count: AtomicU64::new(0),
            config,
        })
    }

    /// The time since 1970.
    pub fn now(&self) -> Duration {
        (self.clock)()
    }

    /// The user pool's keys.
    pub fn key_set(&self) -> &SharedKeySet {
        &self.keys
    }

    /// An id that tells requests apart, in the form of a UUID.
    pub fn request_id(&self) -> String {
        let count = self.request_count.fetch_add(1, Ordering::Relaxed);
        format!("00000000-0000-4000-8000-{count:012x}")
    }
}

/// The machine's clock.
pub fn system_clock() -> Clock {
    Arc::new(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
