//! What every part of the gateway shares: the configuration, the cloud behind it and the clock.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::cloud::Cloud;
use crate::config::Config;

/// The time since 1970; tests bring their own.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The configuration, the cloud and the clock.
pub struct Context {
    /// What the gateway was told.
    pub config: Config,
    /// A client of the cloud at the configuration's `cloud_endpoint`.
    pub cloud: Cloud,
    clock: Clock,
}

impl Context {
    /// A context whose cloud is the configuration's; nothing is asked of it yet.
    pub fn new(config: Config, clock: Clock) -> Self {
        let cloud = Cloud::new(&config.cloud_endpoint, &config.cloud_secret, &config.region);
        Self { config, cloud, clock }
    }

    /// The time since 1970 (UTC), by the clock of this context.
    pub fn now(&self) -> Duration {
        (self.clock)()
    }
}

/// The machine's clock; zero where that stands before 1970.
pub fn system_clock() -> Clock {
    Arc::new(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
