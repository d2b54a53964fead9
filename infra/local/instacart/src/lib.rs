//! A local stand-in for Instacart's Developer Platform, with fault injection. Not deployed.

mod control;
mod document;
mod error;
pub mod fault;
mod http;
mod page;
mod world;

use std::future::Future;
use std::sync::Arc;

use local_service::Secret;
use serde::Deserialize;
use tokio::net::TcpListener;

pub use world::StandIn;

/// Configuration written by the launcher.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// Port on 127.0.0.1; 0 picks a free one.
    pub port: u16,
    /// Accepted API key, which must start with `keys.local-`.
    pub api_key: Secret,
}

/// A bound stand-in that does not serve yet.
pub struct Bound {
    /// State of the stand-in.
    pub stand_in: Arc<StandIn>,
    /// Its origin, `http://127.0.0.1:PORT`.
    pub origin: String,
    listener: TcpListener,
}

/// Binds the port.
///
/// # Errors
///
/// The key has another prefix, or the port cannot be opened.
pub async fn bind(config: Config) -> Result<Bound, String> {
    if !config.api_key.0.starts_with("keys.local-") {
        return Err("apiKey must begin with keys.local-: this is a stand-in, and takes no real key.".into());
    }
    let (listener, origin) = local_service::listen("Instacart", config.port).await?;
    let stand_in = Arc::new(StandIn::new(config.api_key, &origin));
    Ok(Bound { stand_in, origin, listener })
}

impl Bound {
    /// Serves until `stop` completes.
    ///
    /// # Errors
    ///
    /// Errors of the listener.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        axum::serve(self.listener, http::router(self.stand_in)).with_graceful_shutdown(stop).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn real_key_is_rejected_at_startup() {
        let bound = |key: &str| bind(Config { port: 0, api_key: Secret(key.into()) });
        let Err(refused) = bound("keys.abcdef").await else { panic!("it takes a real key") };
        assert!(refused.contains("keys.local-") && !refused.contains("abcdef"), "{refused}");
        assert!(bound("keys.local-abcdef").await.is_ok());
    }
}
