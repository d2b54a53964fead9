//! Which addresses may be fetched at all. Pure: no DNS, no network, no clock.
//!
//! Addresses are read by the `url` crate alone, as a browser reads them, and the very value that was checked is
//! what is fetched. So decimal, octal, hexadecimal, short and full-width spellings of an IPv4 address are that
//! address here too, and no second parser can disagree.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::fetching::FetchError;
use url::{Host, Url};

use super::kitchen::DemoKitchen;

/// Longer addresses are cut or refused by browsers and servers anyway.
pub const MAX_ADDRESS_BYTES: usize = 4096;

/// Names that a network answers for itself: reserved by RFC 2606, 6761, 6762, 7686, 8375 and 9476, or in
/// common private use.
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

/// Decides about addresses, with the local stage's one exception where it is set.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    demo: Option<DemoKitchen>,
}

impl Guard {
    /// A guard that lets public addresses through, and those of `demo` if there is one.
    #[must_use]
    pub fn new(demo: Option<DemoKitchen>) -> Self {
        Self { demo }
    }

    /// Reads an address as submitted and decides whether it may be fetched.
    ///
    /// # Errors
    /// [`FetchError::InvalidUrl`] if it is no http(s) address, carries credentials, control characters or
    /// backslashes, or is longer than [`MAX_ADDRESS_BYTES`]. [`FetchError::NotAllowed`] if its host or port is
    /// not public as far as the address alone tells.
    pub fn check(&self, address: &str) -> Result<Url, FetchError> {
        let url = parse(address)?;
        self.check_parsed(&url)?;
        Ok(url)
    }

    /// Decides about an address that was already read, such as a redirect's.
    ///
    /// # Errors
    /// [`FetchError::InvalidUrl`] if it is no http(s) address, has no host or carries credentials;
    /// [`FetchError::NotAllowed`] as [`Guard::check`] has it.
    pub fn check_parsed(&self, url: &Url) -> Result<(), FetchError> {
        if self.is_demo(url) { Ok(()) } else { check_public(url) }
    }

    /// Whether `url` is a page of the demo kitchen.
    #[must_use]
    pub fn is_demo(&self, url: &Url) -> bool {
        self.demo.as_ref().is_some_and(|demo| demo.covers(url))
    }

    /// The demo kitchen, where the local stage has set it.
    #[must_use]
    pub fn demo(&self) -> Option<&DemoKitchen> {
        self.demo.as_ref()
    }
}

/// [`Guard::check`] without any exception: what every stage but the local one accepts.
///
/// # Errors
/// As [`Guard::check`] has them, for pages of the demo kitchen too.
pub fn check_url(address: &str) -> Result<Url, FetchError> {
    Guard::default().check(address)
}

/// Reads an address from which nothing will be fetched, so that it may be of a private network.
///
/// # Errors
/// [`FetchError::InvalidUrl`] if it is no http(s) address with a host, carries credentials, control characters or backslashes, or
/// is longer than [`MAX_ADDRESS_BYTES`].
pub fn read_address(address: &str) -> Result<Url, FetchError> {
    let url = parse(address)?;
    check_written(&url)?;
    Ok(url)
}

/// Whether packets to this address leave for the public internet.
///
/// IPv4 follows the special-purpose registry of IANA; of IPv6 only global unicast remains, so mapped,
/// compatible, translated (64:ff9b::/96), unique local and link-local forms need no rules of their own.
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

/// Browsers silently drop tabs and newlines and turn backslashes into slashes, so an address that has them
/// reads differently to a person, a filter and a parser. Nobody copies such an address from a location bar.
pub fn is_written_plainly(address: &str) -> bool {
    let before_query = address.split(['?', '#']).next().unwrap_or_default();
    !address.chars().any(char::is_control) && !before_query.contains('\\')
}

/// An http(s) address with a host and without credentials.
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

/// `name` is already lower case and in ASCII (punycode): the parser saw to it.
fn is_public_name(name: &str) -> Result<bool, FetchError> {
    // "localhost." is localhost: the dot only says that the name is complete.
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > 253 || name.split('.').any(|label| label.is_empty() || label.len() > 63) {
        return Err(FetchError::InvalidUrl);
    }
    Ok(match name.rsplit_once('.') {
        // A single label is a machine of the own network.
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
    ) && v4 != Ipv4Addr::new(168, 63, 129, 16) // a cloud's host agent behind a public-looking address
}

fn is_global_v6(v6: Ipv6Addr) -> bool {
    let [a, b, ..] = v6.segments();
    let unicast = a & 0xe000 == 0x2000; // 2000::/3
    let reserved = match a {
        // Protocol assignments with Teredo and ORCHID (2001::/23), documentation (2001:db8::/32).
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4: carries an IPv4 address of anyone's choice.
        0x2002 => true,
        // Documentation (3fff::/20).
        0x3fff => b < 0x1000,
        _ => false,
    };
    unicast && !reserved
}
