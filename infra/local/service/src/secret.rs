//! Keys of a stand-in.

use std::fmt;

use serde::Deserialize;

/// A secret of a stand-in's configuration, which its `Debug` does not show.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Whether this is what was shown, in a time that does not tell where the two differ.
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
    fn a_secret_is_itself_alone_and_shows_nowhere() {
        let secret = Secret("keys.abc".into());
        assert!(secret.is("keys.abc"));
        for other in ["", "keys.ab", "keys.abcd", "keys.abd"] {
            assert!(!secret.is(other), "{other}");
        }
        assert!(!format!("{secret:?}").contains("abc"));
    }
}
