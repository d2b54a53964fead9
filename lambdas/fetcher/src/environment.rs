//! The fetcher's access to the network. Only tests can replace it.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::names::{Names, Reach, SystemNames};

#[derive(Clone)]
pub(crate) struct Environment {
    pub(crate) names: Arc<dyn Names>,
    /// Maps a checked address to the address to connect to. Port 0 means the URL's port.
    pub(crate) reach: Reach,
    /// Additional peers that count as public; empty except in tests.
    pub(crate) public_peers: Vec<SocketAddr>,
}

impl Environment {
    pub(crate) fn system() -> Self {
        Self {
            names: Arc::new(SystemNames),
            reach: Arc::new(|ip| SocketAddr::new(ip, 0)),
            public_peers: Vec::new(),
        }
    }
}
