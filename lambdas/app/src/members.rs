//! What is remembered of members besides their recipes, and the port through which it is.

use std::future::Future;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::PortError;
use crate::ids::OwnerId;
use crate::timestamp::Timestamp;

/// Which claim: the hash of its text, so that what is stored lets nobody use it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClaimId(String);

impl ClaimId {
    /// That of a claim's text.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The SHA-256 of the claim's text as 64 lowercase hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What is remembered of members besides their recipes: their identity id, and which claims they have used.
pub trait Members: Send + Sync {
    /// The identity id under which the member last signed in (a strong read); `None` before the first claim.
    fn identity_of(&self, user: &OwnerId) -> impl Future<Output = Result<Option<OwnerId>, PortError>> + Send;

    /// Remembers a member's identity id in place of an earlier one.
    fn bind(&self, user: &OwnerId, identity: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Makes a claim token this member's, unless it is another's already: whether it now is. Of many members at
    /// once exactly one is answered `true`; the same member may ask again. It is remembered until `expires`.
    fn use_claim(
        &self,
        claim: &ClaimId,
        user: &OwnerId,
        expires: Timestamp,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Forgets all of a member: identity id and used claims. Forgetting twice is no error.
    fn forget(&self, user: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
