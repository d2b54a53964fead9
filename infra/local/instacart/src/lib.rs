//! A stand-in for Instacart's Developer Platform on a laptop: it makes recipe pages, shows them, and fails when it is told to.
//!
//! [`world`] is what it remembers, [`document`] what it takes, [`http`] serves both on 127.0.0.1. Nothing that is deployed
//! names it.

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

/// The stand-in's configuration, as the launcher writes it: ports, key and origin.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The one key that may call the API: `keys.local-` and letters and digits. Another is refused at the start.
    pub api_key: Secret,
}

/// A stand-in that listens but does not serve yet.
pub struct Bound {
    /// The stand-in itself.
    pub stand_in: Arc<StandIn>,
    /// Where it listens, `http://127.0.0.1:PORT`.
    pub origin: String,
    listener: TcpListener,
}

/// Takes the port. The error is one plain sentence.
///
/// # Errors
/// Where the key is none of a stand-in's, or the port another's.
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
    /// As the listener has them.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        axum::serve(self.listener, http::router(self.stand_in)).with_graceful_shutdown(stop).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_real_key_is_refused_at_the_start() {
        let bound = |key: &str| bind(Config { port: 0, api_key: Secret(key.into()) });
        let Err(refused) = bound("keys.abcdef").await else { panic!("it takes a real key") };
        assert!(refused.contains("keys.local-") && !refused.contains("abcdef"), "{refused}");
        assert!(bound("keys.local-abcdef").await.is_ok());
    }
}
