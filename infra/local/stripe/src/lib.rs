//! A local stand-in for Stripe: Checkout, refunds, disputes and signed events. Not deployed.
//!
//! [`world`] holds the [`objects`]; its changes take the time as an argument. [`stand_in`] adds keys, clock and
//! deliveries.

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

const ROUND: Duration = Duration::from_millis(50);

/// A bound stand-in that does not serve yet.
pub struct Bound {
    /// State of the stand-in.
    pub stand_in: Arc<StandIn>,
    /// Its origin, `http://127.0.0.1:PORT`.
    pub origin: String,
    listener: TcpListener,
}

/// Binds the port. The error is a message.
pub async fn bind(config: Config, clock: Clock) -> Result<Bound, String> {
    let config = config.checked()?;
    let (listener, origin) = local_service::listen("Stripe", config.port).await?;
    let stand_in = Arc::new(StandIn::new(config, &origin, clock));
    Ok(Bound { stand_in, origin, listener })
}

impl Bound {
    /// Serves until `stop` completes. [`deliver`] sends the events.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        axum::serve(self.listener, http::router(self.stand_in)).with_graceful_shutdown(stop).await
    }
}

/// Delivers due events, in an endless loop.
pub async fn deliver(stand_in: Arc<StandIn>) {
    loop {
        stand_in.deliver_due().await;
        tokio::time::sleep(ROUND).await;
    }
}
