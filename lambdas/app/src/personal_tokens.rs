//! Personal tokens: secrets with which a member's programs call Zest. Only their SHA-256 is stored.

mod admission;
mod input;
mod store;

use std::collections::BTreeSet;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::ids::OwnerId;
use zest_core::{RecipeId, Timestamp};

pub use admission::{Admission, Program, Refused, admit};
pub use input::{CreateToken, Created, create, list, revoke};
pub use store::{Kept, PersonalTokens};

/// Maximum tokens of a member, expired ones included.
pub const MAX_TOKENS: u8 = 10;
const PREFIX: &str = "zest_";
const SECRET_BYTES: usize = 32;
/// Characters of a secret in base64 without padding.
const SECRET_LENGTH: usize = 43;

/// Permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Extract recipes without storing them.
    Extract,
    /// Search and read the member's recipes.
    Read,
    /// Import recipes from addresses, over MCP.
    Import,
    /// Propose changes of recipes, which the member accepts or discards.
    Propose,
}

impl Scope {
    /// Name in requests and responses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Extract => "extract",
            Self::Read => "read",
            Self::Import => "import",
            Self::Propose => "propose",
        }
    }
}

/// A token as the member sees it, without the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalToken {
    /// Id, used to revoke it.
    pub id: RecipeId,
    /// The member who created the token.
    pub owner: OwnerId,
    /// Name given by the member.
    pub name: String,
    /// Allowed uses, at least one.
    pub scopes: BTreeSet<Scope>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Expiry; `None` if it does not expire.
    pub expires_at: Option<Timestamp>,
    /// Last use, recorded at most every ten minutes.
    pub used_at: Option<Timestamp>,
}

impl PersonalToken {
    fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// Text of a token: `zest_` and 256 random bits. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenText(String);

impl TokenText {
    /// Creates a token from cryptographically random bytes.
    #[must_use]
    pub fn new(random: [u8; SECRET_BYTES]) -> Self {
        Self(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(random)))
    }

    /// Parses a token; `None` if malformed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let secret = text.strip_prefix(PREFIX)?;
        let is_valid = secret.len() == SECRET_LENGTH
            && secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        is_valid.then(|| Self(text.to_owned()))
    }

    /// The text. Show it once to the member; never log or store it.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The stored form. An unsalted hash is sufficient for 256 random bits.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(hex::encode(Sha256::digest(&self.0)))
    }
}

impl fmt::Debug for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenText(…)")
    }
}

/// SHA-256 of a token: its key in the store.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash(String);

impl TokenHash {
    /// The SHA-256 of the token as 64 lowercase hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_text_is_read_back_and_hidden_in_debug_output() {
        let token = TokenText::new([7; SECRET_BYTES]);
        assert_eq!(token.secret().len(), PREFIX.len() + SECRET_LENGTH);
        assert_eq!(TokenText::parse(token.secret()), Some(token.clone()));
        assert_eq!(format!("{token:?}"), "TokenText(…)");
        assert_eq!(token.hash().as_str().len(), 64);
        assert_ne!(token.hash(), TokenText::new([8; SECRET_BYTES]).hash());
    }

    #[test]
    fn malformed_token_text_is_rejected() {
        let secret = "a".repeat(SECRET_LENGTH);
        for text in [
            String::new(),
            PREFIX.to_owned(),
            secret.clone(),
            format!("{PREFIX}{secret}a"),
            format!("{PREFIX}{}", secret.replacen('a', "é", 1)),
            format!("{PREFIX}{}", secret.replacen('a', "\n", 1)),
            format!("Zest_{secret}"),
        ] {
            assert_eq!(TokenText::parse(&text), None, "{text:?}");
        }
    }
}
