//! The one exception: pages of our own that the local stage serves on loopback. Pure.

use std::net::{IpAddr, Ipv4Addr};

use thiserror::Error;
use url::{Host, Url};

/// The demo kitchen's base address: scheme, host, port and folder, all of which must match exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoKitchen {
    base: Url,
}

/// Why a base address cannot be that of a demo kitchen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DemoKitchenError {
    /// Not an http(s) address without credentials, query and fragment.
    #[error("the demo kitchen's address is malformed")]
    Malformed,
    /// Neither `localhost` nor a literal loopback address: the exception opens nothing else.
    #[error("the demo kitchen must be on localhost")]
    NotLoopback,
    /// The whole origin would be opened, or the folder does not end with a slash.
    #[error("the demo kitchen must be a folder such as /demo/")]
    NotAFolder,
}

impl DemoKitchen {
    /// Reads a base address such as `http://localhost:3000/demo/`.
    ///
    /// # Errors
    /// [`DemoKitchenError`] for any other address: malformed, not on loopback, or not a folder.
    pub fn parse(base: &str) -> Result<Self, DemoKitchenError> {
        let base = Url::parse(base).map_err(|_| DemoKitchenError::Malformed)?;
        let plain = matches!(base.scheme(), "http" | "https")
            && base.username().is_empty()
            && base.password().is_none()
            && base.query().is_none()
            && base.fragment().is_none();
        if !plain {
            return Err(DemoKitchenError::Malformed);
        }
        let loopback = match base.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(v4)) => v4.is_loopback(),
            Some(Host::Ipv6(v6)) => v6.is_loopback(),
            None => false,
        };
        if !loopback {
            return Err(DemoKitchenError::NotLoopback);
        }
        if base.path() == "/" || !base.path().ends_with('/') || !is_plain_path(base.path()) {
            return Err(DemoKitchenError::NotAFolder);
        }
        Ok(Self { base })
    }

    /// Whether `url` is inside the kitchen's folder. The parser has already resolved `..`, also as `%2e%2e`.
    #[must_use]
    pub fn covers(&self, url: &Url) -> bool {
        url.scheme() == self.base.scheme()
            && url.host() == self.base.host()
            && url.port_or_known_default() == self.base.port_or_known_default()
            && url.username().is_empty()
            && url.password().is_none()
            && url.path().starts_with(self.base.path())
            && is_plain_path(url.path())
    }

    /// Where `host` is, if it is the kitchen's name: loopback, whatever a name server may say.
    #[must_use]
    pub fn address_of(&self, host: &str) -> Option<IpAddr> {
        (self.base.host_str() == Some(host)).then_some(IpAddr::V4(Ipv4Addr::LOCALHOST))
    }
}

/// Our pages have plain names. What a server might decode once more (`%2f`, `%2e`, `%5c`) is not among them.
fn is_plain_path(path: &str) -> bool {
    !path.contains("//") && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.".contains(&b))
}
