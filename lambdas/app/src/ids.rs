//! Id types.

use std::fmt;

use serde::{Deserialize, Serialize};
use zest_core::InvalidId;
use zest_core::RecipeId;

/// Feedback id. Same format as a recipe id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeedbackId(RecipeId);

impl FeedbackId {
    /// Parses an id.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        RecipeId::parse(text).map(Self)
    }

    /// 32 lowercase hexadecimal digits.
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

/// Id of a shared list. Same format as a recipe id. It is a secret, because it gives access; `Debug` hides
/// it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedListId(RecipeId);

impl SharedListId {
    /// Parses an id.
    pub fn parse(text: &str) -> Result<Self, InvalidId> {
        RecipeId::parse(text).map(Self)
    }

    /// 32 lowercase hexadecimal digits, for storage and for people with the link. Never log them.
    #[must_use]
    pub fn secret(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Debug for SharedListId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedListId(…)")
    }
}

/// Owner: a member's `sub` or a guest's identity id. It is a secret, because an identity id gives
/// credentials; `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnerId(String);

impl OwnerId {
    /// Wraps a verified identity id or `sub`.
    #[must_use]
    pub fn new(verified: impl Into<String>) -> Self {
        Self(verified.into())
    }

    /// The id, for storage and comparison. Never log it or show it to others.
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
    fn debug_output_hides_the_owner() {
        assert!(!format!("{:?}", OwnerId::new("us-east-1:secret")).contains("secret"));
    }
}
