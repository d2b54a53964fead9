//! What the fetcher takes from the machine it runs on.
//!
//! Tests need public names that lead to a server of their own. That seam is this type, which only code inside
//! this crate can build: no setting, variable or feature of a deployed function reaches it.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::names::{Names, Reach, SystemNames};

/// Name resolution, and how public addresses are reached.
#[derive(Clone)]
pub(crate) struct Environment {
    /// What turns names into addresses: the system's resolver, or a test's.
    pub(crate) names: Arc<dyn Names>,
    /// Where an address is reached, asked after the address was checked. Port 0 stands for the URL's own port.
    pub(crate) reach: Reach,
    /// Peers that count as public when the answer has come. Empty but in tests.
    pub(crate) public_peers: Vec<SocketAddr>,
}

impl Environment {
    /// The system's resolver and the real internet.
    pub(crate) fn system() -> Self {
        Self {
            names: Arc::new(SystemNames),
            reach: Arc::new(|ip| SocketAddr::new(ip, 0)),
            public_peers: Vec::new(),
        }
    }
}
