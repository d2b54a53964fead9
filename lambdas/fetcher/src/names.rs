//! Name resolution that fails if any address of a name is not public.
//!
//! reqwest connects to the checked addresses, and resolves again for each hop, so no address can change after
//! the check.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use thiserror::Error;

use app::addresses::DemoKitchen;
use app::addresses::guard::is_global;

/// Maximum addresses that are tried; all are checked.
const MAX_TRIED: usize = 8;

pub(crate) type Answers = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Maps an address to the one to connect to; only tests change it.
pub(crate) type Reach = Arc<dyn Fn(IpAddr) -> SocketAddr + Send + Sync>;

pub(crate) trait Names: Send + Sync {
    fn addresses(&self, host: &str) -> Answers;
}

pub(crate) struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, host: &str) -> Answers {
        let host = host.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Error: the name has no address, or a non-public one. `reason_of` finds it among the causes of reqwest's
/// error.
#[derive(Debug, Error)]
#[error("the name does not lead to a public address")]
pub(crate) struct Refused;

pub(crate) struct GuardedNames {
    names: Arc<dyn Names>,
    reach: Reach,
    demo: Option<DemoKitchen>,
}

impl GuardedNames {
    pub(crate) fn new(names: &Arc<dyn Names>, reach: &Reach, demo: Option<DemoKitchen>) -> Arc<Self> {
        Arc::new(Self { names: names.clone(), reach: reach.clone(), demo })
    }
}

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        // The URL check allowed the kitchen's name only with its port and folder.
        if let Some(address) = self.demo.as_ref().and_then(|demo| demo.address_of(name.as_str())) {
            return Box::pin(async move { Ok(one(SocketAddr::new(address, 0))) });
        }
        let answers = self.names.addresses(name.as_str());
        let reach = self.reach.clone();
        Box::pin(async move {
            let mut addresses = answers.await?;
            if addresses.is_empty() || !addresses.iter().copied().all(is_global) {
                return Err(Refused.into());
            }
            addresses.truncate(MAX_TRIED);
            let reached = addresses.into_iter().map(move |ip| reach(ip));
            Ok(Box::new(reached) as Addrs)
        })
    }
}

fn one(address: SocketAddr) -> Addrs {
    Box::new(std::iter::once(address))
}
