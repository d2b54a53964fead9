//! Name resolution that refuses a name as soon as one of its addresses is not public.
//!
//! reqwest connects to the very addresses that were checked here, so nothing can change in between, and it asks
//! again for each hop, so a name that was public a moment ago gets no credit for it.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use thiserror::Error;

use app::addresses::DemoKitchen;
use app::addresses::guard::is_global;

/// All answers are checked, this many are tried: a name server may send thousands to make us knock at each.
const MAX_TRIED: usize = 8;

/// The addresses of a name, or why there are none.
pub(crate) type Answers = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Says where an address is reached. Everywhere but in tests that is the address itself.
pub(crate) type Reach = Arc<dyn Fn(IpAddr) -> SocketAddr + Send + Sync>;

/// Something that knows the addresses of names.
pub(crate) trait Names: Send + Sync {
    /// All addresses of `host`, aliases already followed.
    fn addresses(&self, host: &str) -> Answers;
}

/// The resolver of the operating system.
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

/// A name with an address that is not public. Found again in the chain of reqwest's error.
#[derive(Debug, Error)]
#[error("the name does not lead to a public address")]
pub(crate) struct Refused;

/// The resolver that reqwest is given.
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
        // The URL check has let the kitchen's name pass only together with its port and folder.
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
