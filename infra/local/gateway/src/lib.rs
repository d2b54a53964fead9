//! The local AppSync and front door, with AWS's checks and limits.
//!
//! One port serves [`appsync`], REST APIs ([`rest`]), the front door with site, media and demo kitchen
//! ([`front_door`]), and sign-in ([`sign_in`]). [`context`] is their shared state, [`routes`] combines them.

use std::future::Future;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

pub mod appsync;
pub mod cloud;
pub mod config;
pub mod context;
pub mod front_door;
pub mod log;
pub mod rates;
pub mod response;
pub mod rest;
pub mod routes;
pub mod same_origin;
pub mod sign_in;

use appsync::{Api, AppSync};
use config::Config;
use context::{Clock, Context};

/// A gateway that is bound but does not serve yet.
pub struct Bound {
    router: Router,
    listeners: Vec<TcpListener>,
    /// The bound port.
    pub port: u16,
}

/// Binds the port and reads the API; the error is a message.
pub async fn bind(config: Config, clock: Clock) -> Result<Bound, String> {
    let (listeners, port) = listen(config.port).await?;
    let context = Arc::new(Context::new(config, clock));
    let api = Api::read(&context.cloud, &context.config).await?;
    let appsync = AppSync::new(Arc::clone(&context), api);
    Ok(Bound { router: routes::router(&context, appsync)?, listeners, port })
}

impl Bound {
    /// Serves until `stop` completes, then finishes running requests.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let (stopping, stopped) = tokio::sync::watch::channel(false);
        let servers = self.listeners.into_iter().map(|listener| {
            let service = self.router.clone().into_make_service_with_connect_info::<SocketAddr>();
            let mut stopped = stopped.clone();
            let until = async move {
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

/// Browsers resolve `localhost` to either loopback address.
async fn listen(port: u16) -> Result<(Vec<TcpListener>, u16), String> {
    let sentence = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("Port {port} is in use: stop the program that listens there or choose another PORT.")
        }
        _ => format!("Port {port} can't be opened: {error}"),
    };
    let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(sentence)?;
    let taken = first.local_addr().map_err(sentence)?.port();
    match TcpListener::bind((Ipv6Addr::LOCALHOST, taken)).await {
        Ok(second) => Ok((vec![first, second], taken)),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => Err(sentence(error)),
        Err(_) => Ok((vec![first], taken)),
    }
}
