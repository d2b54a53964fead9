//! Address filter against SSRF, without DNS, network or clock.
//!
//! Only the `url` crate parses addresses, and the fetcher gets the parsed value. So every notation of an IPv4
//! address (decimal, octal, hexadecimal, short, full-width) is recognized.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::fetching::FetchError;
use url::{Host, Url};

use super::kitchen::DemoKitchen;

/// Maximum bytes of an address; browsers and servers reject longer ones.
pub const MAX_ADDRESS_BYTES: usize = 4096;

/// Private domain suffixes: reserved by RFC 2606, 6761, 6762, 7686, 8375 and 9476, or in common private use.
const PRIVATE_SUFFIXES: &[&str] = &[
    "alt",
    "arpa",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "onion",
    "private",
    "test",
];

/// Address filter; in the local stage, it also allows the demo kitchen.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    demo: Option<DemoKitchen>,
}

impl Guard {
    /// Allows public addresses and those of `demo`.
    #[must_use]
    pub fn new(demo: Option<DemoKitchen>) -> Self {
        Self { demo }
    }

    /// Parses an address and checks it.
    ///
    /// # Errors
    /// [`FetchError::InvalidUrl`] if malformed (not http(s), credentials, control characters, backslashes,
    /// too long); [`FetchError::NotAllowed`] if not public.
    pub fn check(&self, address: &str) -> Result<Url, FetchError> {
        let url = parse(address)?;
        self.check_parsed(&url)?;
        Ok(url)
    }

    /// Checks a parsed address, such as a redirect target.
    pub fn check_parsed(&self, url: &Url) -> Result<(), FetchError> {
        if self.is_demo(url) { Ok(()) } else { check_public(url) }
    }

    /// Whether `url` is a page of the demo kitchen.
    #[must_use]
    pub fn is_demo(&self, url: &Url) -> bool {
        self.demo.as_ref().is_some_and(|demo| demo.covers(url))
    }

    /// The demo kitchen of the local stage.
    #[must_use]
    pub fn demo(&self) -> Option<&DemoKitchen> {
        self.demo.as_ref()
    }
}

/// Like [`Guard::check`], without the demo kitchen.
pub fn check_url(address: &str) -> Result<Url, FetchError> {
    Guard::default().check(address)
}

/// Parses an address that is not fetched, so private networks are allowed.
pub fn read_address(address: &str) -> Result<Url, FetchError> {
    let url = parse(address)?;
    check_written(&url)?;
    Ok(url)
}

/// Whether an IP address is on the public internet.
///
/// IPv4 follows IANA's special-purpose registry. IPv6 allows global unicast only, which excludes mapped,
/// compatible, translated (64:ff9b::/96), unique local and link-local forms.
#[must_use]
pub fn is_global(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_global_v4(v4),
        IpAddr::V6(v6) => is_global_v6(v6),
    }
}

fn parse(address: &str) -> Result<Url, FetchError> {
    let address = address.trim_matches(|c: char| c.is_ascii_whitespace());
    if address.is_empty() || address.len() > MAX_ADDRESS_BYTES || !is_written_plainly(address) {
        return Err(FetchError::InvalidUrl);
    }
    Url::parse(address).map_err(|_| FetchError::InvalidUrl)
}

/// Whether an address has no control characters, and no backslashes before the query, which browsers replace.
pub fn is_written_plainly(address: &str) -> bool {
    let before_query = address.split(['?', '#']).next().unwrap_or_default();
    !address.chars().any(char::is_control) && !before_query.contains('\\')
}

fn check_written(url: &Url) -> Result<(), FetchError> {
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let names_nobody = url.username().is_empty() && url.password().is_none();
    if is_web && names_nobody { Ok(()) } else { Err(FetchError::InvalidUrl) }
}

fn check_public(url: &Url) -> Result<(), FetchError> {
    check_written(url)?;
    let host_is_public = match url.host() {
        None => return Err(FetchError::InvalidUrl),
        Some(Host::Ipv4(v4)) => is_global_v4(v4),
        Some(Host::Ipv6(v6)) => is_global_v6(v6),
        Some(Host::Domain(name)) => is_public_name(name)?,
    };
    let port_is_public = matches!(url.port_or_known_default(), Some(80 | 443));
    if host_is_public && port_is_public { Ok(()) } else { Err(FetchError::NotAllowed) }
}

/// `name` is lowercase ASCII (punycode), as the parser returns it.
fn is_public_name(name: &str) -> Result<bool, FetchError> {
    // A trailing dot marks a fully qualified name: "localhost." is localhost.
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > 253 || name.split('.').any(|label| label.is_empty() || label.len() > 63) {
        return Err(FetchError::InvalidUrl);
    }
    Ok(match name.rsplit_once('.') {
        // A single label is a host in the local network.
        None => false,
        Some((_, suffix)) => !PRIVATE_SUFFIXES.contains(&suffix),
    })
}

fn is_global_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127, _, _)                     // this network, private, loopback
        | (100, 64..=127, _)                     // carrier-grade NAT; a cloud's metadata at 100.100.100.200
        | (169, 254, _)                          // link-local: metadata services
        | (172, 16..=31, _) | (192, 168, _)      // private
        | (192, 0, 0 | 2)                        // protocol assignments, documentation
        | (192, 88, 99)                          // 6to4 relays
        | (198, 18..=19, _)                      // benchmarks
        | (198, 51, 100) | (203, 0, 113)         // documentation
        | (224..=255, _, _) // multicast, reserved, broadcast
    ) && v4 != Ipv4Addr::new(168, 63, 129, 16) // cloud host agent at a public-looking address
}

fn is_global_v6(v6: Ipv6Addr) -> bool {
    let [a, b, ..] = v6.segments();
    let unicast = a & 0xe000 == 0x2000; // 2000::/3
    let reserved = match a {
        // Protocol assignments, including Teredo and ORCHID (2001::/23); documentation (2001:db8::/32).
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4 embeds any IPv4 address.
        0x2002 => true,
        // Documentation (3fff::/20).
        0x3fff => b < 0x1000,
        _ => false,
    };
    unicast && !reserved
}
