//! The local AppSync and front door: what AWS enforces, enforced on a laptop.
//!
//! `graphql` and `realtime` are AppSync's two doors. Both verify the caller (`auth`, with `jwt`, `authorizer` and the
//! cloud's own verifier behind it), prepare the query (`api`, `input`, `selection`) and run it (`execute`, `resolve`,
//! `access`); `hub` carries the results of mutations to subscribers. `site`, `demo`, `passage` and `uploads` are the front door;
//! `hosted` is the sign-in through a provider, for which `google` stands in.

use std::future::Future;
use std::io::Write;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

pub mod access;
pub mod addresses;
pub mod api;
pub mod auth;
pub mod authorizer;
pub mod caller;
pub mod cloud;
pub mod config;
pub mod delivery;
pub mod demo;
pub mod error;
pub mod execute;
pub mod files;
pub mod gateway;
pub mod google;
pub mod graphql;
pub mod hosted;
pub mod hub;
pub mod input;
pub mod jwt;
pub mod limit;
pub mod passage;
pub mod realtime;
pub mod resolve;
pub mod routes;
pub mod scalar;
pub mod selection;
pub mod shelf;
pub mod site;
pub mod uploads;

use config::Config;
use gateway::{Clock, Gateway};

/// A gateway that listens but does not serve yet.
pub struct Bound {
    router: Router,
    listeners: Vec<TcpListener>,
    /// The port, also when the configuration left it open.
    pub port: u16,
}

/// Takes the port and reads the API; the error is one plain sentence.
pub async fn bind(config: Config, clock: Clock) -> Result<Bound, String> {
    let (listeners, port) = listen(config.port).await?;
    let gateway = Gateway::connect(config, clock).await?;
    Ok(Bound { router: routes::router(Arc::new(gateway))?, listeners, port })
}

impl Bound {
    /// Serves until `stop` completes; requests that run then are answered.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let (stopping, stopped) = tokio::sync::watch::channel(false);
        let servers = self.listeners.into_iter().map(|listener| {
            let service = self.router.clone().into_make_service_with_connect_info::<SocketAddr>();
            let mut stopped = stopped.clone();
            let until = async move {
                // An error means that the sender is gone, which stops the server just as well.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            axum::serve(listener, service).with_graceful_shutdown(until).into_future()
        });
        tokio::spawn(async move {
            stop.await;
            stopping.send_replace(true);
        });
        futures_util::future::try_join_all(servers).await.map(|_| ())
    }
}

/// Browsers resolve `localhost` to either loopback address, so both are taken where both exist.
async fn listen(port: u16) -> Result<(Vec<TcpListener>, u16), String> {
    let told = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("Port {port} is in use: stop the program that listens there or choose another PORT.")
        }
        _ => format!("Port {port} can't be opened: {error}"),
    };
    let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(told)?;
    let taken = first.local_addr().map_err(told)?.port();
    match TcpListener::bind((Ipv6Addr::LOCALHOST, taken)).await {
        Ok(second) => Ok((vec![first, second], taken)),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => Err(told(error)),
        // A machine without IPv6 has only the one address.
        Err(_) => Ok((vec![first], taken)),
    }
}

/// Writes one line to stderr. Callers keep tokens, identity ids and query strings out of it.
pub fn log(line: &str) {
    // A closed stderr is nothing that a request should fail for.
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
