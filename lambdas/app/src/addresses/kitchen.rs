//! Demo kitchen: our own pages on loopback in the local stage. The address filter allows them.

use std::net::{IpAddr, Ipv4Addr};

use thiserror::Error;
use url::{Host, Url};

/// Base address of the demo kitchen. Scheme, host, port and folder must match exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoKitchen {
    base: Url,
}

/// Why a base address is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DemoKitchenError {
    /// Not an http(s) address, or with credentials, query or fragment.
    #[error("the demo kitchen's address is malformed")]
    Malformed,
    /// Neither `localhost` nor a literal loopback address.
    #[error("the demo kitchen must be on localhost")]
    NotLoopback,
    /// The root, no trailing slash, or other characters than expected.
    #[error("the demo kitchen must be a folder such as /demo/")]
    NotAFolder,
}

impl DemoKitchen {
    /// Parses a base address such as `http://localhost:3000/demo/`.
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

    /// Whether `url` is inside the folder. The parser has already resolved `..` and `%2e%2e`.
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

    /// A loopback address if `host` is the kitchen's host, without a DNS lookup.
    #[must_use]
    pub fn address_of(&self, host: &str) -> Option<IpAddr> {
        (self.base.host_str() == Some(host)).then_some(IpAddr::V4(Ipv4Addr::LOCALHOST))
    }
}

/// Rejects escapes that a server may decode again (`%2f`, `%2e`, `%5c`).
fn is_plain_path(path: &str) -> bool {
    !path.contains("//") && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.".contains(&b))
}
