//! Shared state of the gateway: configuration, cloud client and clock.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::cloud::Cloud;
use crate::config::Config;

/// Returns the time since 1970 (UTC); replaceable in tests.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Configuration, cloud client and clock.
pub struct Context {
    /// Configuration of the gateway.
    pub config: Config,
    /// Client of the configured cloud.
    pub cloud: Cloud,
    clock: Clock,
}

impl Context {
    /// Creates the cloud client without connecting.
    pub fn new(config: Config, clock: Clock) -> Self {
        let cloud = Cloud::new(&config.cloud_endpoint, &config.cloud_secret, &config.region);
        Self { config, cloud, clock }
    }

    /// Time since 1970 (UTC) of this clock.
    pub fn now(&self) -> Duration {
        (self.clock)()
    }
}

/// The system clock; zero before 1970.
pub fn system_clock() -> Clock {
    Arc::new(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
