//! A stand-in for Stripe on a laptop: Checkout with its page, refunds, disputes and signed events.
//!
//! [`world`] is what happens, without time, network or chance of its own; [`paying`], [`refunding`] and the API's addresses are
//! its verbs, [`objects`] what it remembers. [`stand_in`] puts keys, clock and deliveries around it, [`http`] serves it on
//! 127.0.0.1. Nothing that is deployed names it.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

mod api;
pub mod clock;
pub mod config;
mod control;
pub mod error;
mod form;
mod http;
mod idempotency;
mod ids;
pub mod objects;
mod page;
pub mod paying;
pub mod refunding;
pub mod stand_in;
pub mod switches;
pub mod webhooks;
mod wire;
pub mod world;

use clock::Clock;
use config::Config;
use stand_in::StandIn;

/// How often it looks for events that are due.
const ROUND: Duration = Duration::from_millis(50);

/// A stand-in that listens but does not serve yet.
pub struct Bound {
    /// The stand-in itself.
    pub stand_in: Arc<StandIn>,
    /// Where it listens, `http://127.0.0.1:PORT`.
    pub origin: String,
    listener: TcpListener,
}

/// Takes the port. The error is one plain sentence.
pub async fn bind(config: Config, clock: Clock) -> Result<Bound, String> {
    let config = config.checked()?;
    let (listener, origin) = local_service::listen("Stripe", config.port).await?;
    let stand_in = Arc::new(StandIn::new(config, &origin, clock));
    Ok(Bound { stand_in, origin, listener })
}

impl Bound {
    /// Serves until `stop` completes. Events are not delivered by themselves: see [`deliver`].
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        axum::serve(self.listener, http::router(self.stand_in)).with_graceful_shutdown(stop).await
    }
}

/// Delivers events as they are due, for ever.
pub async fn deliver(stand_in: Arc<StandIn>) {
    loop {
        stand_in.deliver_due().await;
        tokio::time::sleep(ROUND).await;
    }
}
