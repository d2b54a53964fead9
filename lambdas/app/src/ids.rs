//! Names of things, each a type of its own so that they cannot be mixed up.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A recipe's id: 128 random bits, made by the client, written as 32 lowercase hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RecipeId(String);

/// The text is not 32 lowercase hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 lowercase hexadecimal digits")]
pub struct InvalidId;

impl TryFrom<String> for RecipeId {
    type Error = InvalidId;

    fn try_from(text: String) -> Result<Self, InvalidId> {
        let digits = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 32 && text.bytes().all(digits) { Ok(Self(text)) } else { Err(InvalidId) }
    }
}

impl RecipeId {
    /// Reads an id as a client sends it.
    ///
    /// # Errors
    /// [`InvalidId`] unless it is exactly 32 lowercase hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        Self::try_from(text.to_owned())
    }

    /// The id as text: 32 lowercase hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<RecipeId> for String {
    fn from(id: RecipeId) -> Self {
        id.0
    }
}

impl fmt::Display for RecipeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id of feedback: of the same form as a recipe's, and made by the client as well.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeedbackId(RecipeId);

impl FeedbackId {
    /// Reads an id as a client sends it.
    ///
    /// # Errors
    /// [`InvalidId`] unless it is exactly 32 lowercase hexadecimal digits.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        RecipeId::parse(text).map(Self)
    }

    /// The id as text: 32 lowercase hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for FeedbackId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who a recipe belongs to: the pool `sub` of a member, the identity id of a guest.
///
/// An identity id alone yields a guest's credentials, so an owner is a secret: `Debug` hides it and there is
/// no `Display`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnerId(String);

impl OwnerId {
    /// Takes a verified identity id or `sub`.
    #[must_use]
    pub fn new(verified: impl Into<String>) -> Self {
        Self(verified.into())
    }

    /// The secret itself: for storage and comparison, never for a log or another person's answer.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for OwnerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnerId(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_exactly_32_lowercase_hexadecimal_digits() {
        let good = "0123456789abcdef0123456789abcdef";
        for (text, valid) in [
            (good, true),
            (&good[1..], false),
            ("0123456789ABCDEF0123456789ABCDEF", false),
            ("0123456789abcdef0123456789abcdeg", false),
            ("0123456789abcdef0123456789abcdef0", false),
            ("", false),
            ("0123456789abcdef0123456789abcd\u{e9}", false),
        ] {
            assert_eq!(RecipeId::parse(text).is_ok(), valid, "{text:?}");
        }
    }

    #[test]
    fn an_owner_never_shows_in_debug_output() {
        assert!(!format!("{:?}", OwnerId::new("us-east-1:secret")).contains("secret"));
    }
}
