use std::fmt;

use serde::Deserialize;

/// A secret hidden from `Debug`.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Compares in constant time.
    #[must_use]
    pub fn is(&self, shown: &str) -> bool {
        let (shown, ours) = (shown.as_bytes(), self.0.as_bytes());
        shown.len() == ours.len() && shown.iter().zip(ours).fold(0, |odd, (a, b)| odd | (a ^ b)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_matches_only_itself_and_is_hidden_in_debug() {
        let secret = Secret("keys.abc".into());
        assert!(secret.is("keys.abc"));
        for other in ["", "keys.ab", "keys.abcd", "keys.abd"] {
            assert!(!secret.is(other), "{other}");
        }
        assert!(!format!("{secret:?}").contains("abc"));
    }
}
