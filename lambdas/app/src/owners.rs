//! Owner state: account state, owner generation and secret seed.
//!
//! Every write of a recipe checks the owner's state in the same transaction. A deletion first changes the
//! state, so that running writes are rejected, and then deletes the data.

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::time::Duration;

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::caller::Caller;
use crate::error::AppError;
use crate::ids::OwnerId;
use crate::upload::Folder;
use zest_core::{PortError, RecipeId, Timestamp};

/// How long a deleted account is stored as deleted: longer than any session (30 days).
pub const DELETED_ACCOUNT_RETENTION: Duration = Duration::from_secs(40 * 24 * 60 * 60);

/// Owner generation and account state of an owner name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnerState {
    /// Number of times that all recipes were deleted. A recipe is written only in its generation.
    pub generation: u64,
    /// Account state.
    pub state: State,
}

/// Account state of an owner name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Active.
    #[default]
    Open,
    /// A guest identity linked to a member. Its guest sessions are rejected.
    Member,
    /// The account is being deleted; only the deletion itself is allowed.
    Leaving,
    /// Account deleted.
    Gone,
}

/// Secret random value (256 bits) of an owner name. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Creates a seed from cryptographically random bytes.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        Self(random)
    }

    /// Parses [`Self::secret`]; `None` if malformed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// 64 hexadecimal digits, only for storage.
    #[must_use]
    pub fn secret(&self) -> String {
        hex::encode(self.0)
    }

    /// Id of a recipe found in the upload of `first`: deterministic, but unpredictable without the seed.
    pub fn sibling(&self, first: &RecipeId, entry: u32, part: u32) -> Result<RecipeId, AppError> {
        let digits = self.derive(&format!("sibling {first} {entry} {part}"))?;
        Ok(RecipeId::parse(&digits)?)
    }

    /// Folder name of this owner's uploads. Links contain it, so it is anonymous.
    pub fn folder(&self) -> Result<Folder, AppError> {
        Ok(Folder::Keyed(self.derive("uploads")?))
    }

    fn derive(&self, what: &str) -> Result<String, AppError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|error| AppError::internal(&error))?;
        mac.update(what.as_bytes());
        let bytes = mac.finalize().into_bytes();
        Ok(hex::encode(&bytes[..16]))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// SHA-256 of a name: the key of its state. It is stored longer than the account, so it is anonymous.
#[must_use]
pub fn pseudonym(name: &OwnerId) -> String {
    hex::encode(Sha256::digest(name.secret()))
}

/// Store of owner states. An unknown name is open and has generation 0.
pub trait Owners: Send + Sync {
    /// Current state (strongly consistent read).
    fn owner_state(&self, name: &OwnerId) -> impl Future<Output = Result<OwnerState, PortError>> + Send;

    /// The seed of a name, created on first use.
    fn seed(&self, name: &OwnerId) -> impl Future<Output = Result<Seed, PortError>> + Send;

    /// Starts a new owner generation and returns it. Writes of earlier generations are rejected.
    fn start_new_generation(&self, name: &OwnerId) -> impl Future<Output = Result<u64, PortError>> + Send;

    /// Links an identity id to a member permanently. `false` if it is linked to another member, or one of the
    /// two is being deleted. Atomic and idempotent.
    fn link_identity_to_member(
        &self,
        identity: &OwnerId,
        user: &OwnerId,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// All identity ids linked to this member.
    fn identities_of(
        &self,
        user: &OwnerId,
    ) -> impl Future<Output = Result<BTreeSet<OwnerId>, PortError>> + Send;

    /// Marks an account as being deleted, which rejects further writes. Idempotent.
    fn leave(&self, name: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Marks an account as deleted until `expires`.
    fn close(&self, name: &OwnerId, expires: Timestamp)
    -> impl Future<Output = Result<(), PortError>> + Send;
}

/// Kind of request of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Request for an owner token; allowed while the account is being deleted.
    Token,
    /// Any other request; rejected while the account is being deleted.
    Other,
}

/// The caller; [`Caller::Anonymous`] for a linked guest, and for an account that is deleted or being deleted.
pub async fn admit(owners: &impl Owners, caller: Caller, purpose: Purpose) -> Result<Caller, AppError> {
    let Ok(name) = caller.canonical() else { return Ok(caller) };
    let counts = match owners.owner_state(&name).await?.state {
        State::Open => true,
        State::Leaving => purpose == Purpose::Token,
        State::Member | State::Gone => false,
    };
    Ok(if counts { caller } else { Caller::Anonymous })
}

pub(crate) async fn current_generation(owners: &impl Owners, name: &OwnerId) -> Result<u64, AppError> {
    let owner_state = owners.owner_state(name).await?;
    if owner_state.state == State::Open { Ok(owner_state.generation) } else { Err(AppError::Unauthorized) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_back_and_never_shows_in_debug_output() {
        let seed = Seed::new(std::array::from_fn(|at| u8::try_from(at).unwrap()));
        assert_eq!(Seed::read(&seed.secret()), Some(seed.clone()));
        assert!(!format!("{seed:?}").contains("00"));
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(Seed::read(text), None, "{text}");
        }
    }

    #[test]
    fn sibling_id_is_deterministic_and_depends_on_the_seed() {
        let first = RecipeId::parse(&"a".repeat(32)).unwrap();
        let other = RecipeId::parse(&"b".repeat(32)).unwrap();
        let (seed, another) = (Seed::new([1; 32]), Seed::new([2; 32]));
        let id = seed.sibling(&first, 3, 0);
        assert_eq!(id, seed.sibling(&first, 3, 0));
        for different in [
            another.sibling(&first, 3, 0),
            seed.sibling(&other, 3, 0),
            seed.sibling(&first, 0, 3),
            seed.sibling(&first, 3, 1),
        ] {
            assert_ne!(id, different);
        }
        // An unkeyed hash could be predicted from the first id.
        let hash = Sha256::digest(format!("zest sibling {first} 3 0"));
        assert_ne!(id.unwrap().as_str(), hex::encode(hash)[..32].to_owned());
    }
}
