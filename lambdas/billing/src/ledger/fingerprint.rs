//! Fingerprints of requests, to detect a different request under the same key.

use sha2::{Digest, Sha256};

/// SHA-256 of a request's parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Hashes the parts in order, with their boundaries.
    #[must_use]
    pub fn of(parts: &[&str]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            digest.update(part.as_bytes());
        }
        Self(digest.finalize().into())
    }

    /// 64 hexadecimal digits.
    #[must_use]
    pub fn to_hex(self) -> String {
        hex::encode(self.0)
    }

    /// Parses 64 hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (number, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * number..2 * number + 2)?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_boundaries_change_the_fingerprint_and_hex_round_trips() {
        let first = Fingerprint::of(&["ab", "c"]);
        assert_ne!(first, Fingerprint::of(&["a", "bc"]));
        assert_ne!(first, Fingerprint::of(&["ab", "c", ""]));
        assert_eq!(Fingerprint::from_hex(&first.to_hex()), Some(first));
        for text in ["", "0", &"g".repeat(64), &"é".repeat(32), &"0".repeat(66)] {
            assert_eq!(Fingerprint::from_hex(text), None, "{text}");
        }
    }
}
