//! Source addresses of requests.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

/// Source address of a request; for IPv6, its /64 prefix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceAddress(String);

impl SourceAddress {
    /// The address or prefix, in the form that [`Self::parse`] accepts.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parses an IP address or a /64 prefix; `None` if malformed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix("/64").unwrap_or(text);
        Some(Self(match text.parse::<IpAddr>().ok()?.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_one_64_bit_prefix_are_equal() {
        for (first, second, same) in [
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ] {
            assert_eq!(SourceAddress::parse(first) == SourceAddress::parse(second), same, "{first} {second}");
        }
        let prefix = SourceAddress::parse("2001:db8:1:2::1").unwrap();
        assert_eq!(SourceAddress::parse(prefix.as_str()), Some(prefix));
        assert_eq!(SourceAddress::parse("somewhere"), None);
    }
}
