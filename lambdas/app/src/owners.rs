//! What is remembered of each name under which recipes are kept: whose it has become, whether it is leaving, which of
//! its recipes a deletion of all has outdated, and the secret from which ids and folders that others may see are made.
//!
//! Every write of a recipe looks at its owner's standing in the same transaction. So a deletion first changes the
//! standing, which refuses whatever was begun before it, and then takes away what is there: nothing is added behind it.

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::time::Duration;

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::caller::Caller;
use crate::error::{AppError, PortError};
use crate::ids::{OwnerId, RecipeId};
use crate::timestamp::Timestamp;
use crate::upload::Folder;

/// How long it is remembered that a name is gone: longer than anything that its sessions were given lasts, of which the
/// refresh token's 30 days are the longest.
pub const GONE_KEPT: Duration = Duration::from_secs(40 * 24 * 60 * 60);

/// What is remembered of a name under which recipes are kept: how often all was deleted, and whether it may still write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How often all of its recipes have been deleted. A recipe is written only while it is of its owner's generation.
    pub generation: u64,
    /// What has become of it.
    pub state: State,
}

/// What has become of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Its sessions may do what they like with what is theirs.
    #[default]
    Open,
    /// A guest's identity id that has become a member: only sessions that are signed in count from then on.
    Member,
    /// Its account is being deleted: nothing is written or shown any more, but the deletion may be gone on with.
    Leaving,
    /// Its account is deleted.
    Gone,
}

/// 256 random bits that belong to a name and never leave us. `Debug` hides them.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Takes bits from a good random source.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        Self(random)
    }

    /// Reads [`Self::secret`] back; `None` for what is no seed.
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

    /// The bits as 64 hexadecimal digits: for storage alone.
    #[must_use]
    pub fn secret(&self) -> String {
        hexadecimal(&self.0)
    }

    /// The id of a recipe that was found in the upload with which `first` was created: the same however often the
    /// upload is read, and for whoever does not know the seed as good as random.
    ///
    /// # Errors
    /// Never: a key may have any length.
    pub fn sibling(&self, first: &RecipeId, entry: u32, part: u32) -> Result<RecipeId, AppError> {
        let digits = self.derive(&format!("sibling {first} {entry} {part}"))?;
        Ok(RecipeId::parse(&digits)?)
    }

    /// The folder in which this name's uploads lie: it stands in links, and tells nobody whose they are.
    ///
    /// # Errors
    /// Never: a key may have any length.
    pub fn folder(&self) -> Result<Folder, AppError> {
        Ok(Folder::Keyed(self.derive("uploads")?))
    }

    fn derive(&self, what: &str) -> Result<String, AppError> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).map_err(|error| AppError::Internal(error.to_string()))?;
        mac.update(what.as_bytes());
        let bytes = mac.finalize().into_bytes();
        Ok(bytes.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// Under what a name's standing is kept: its SHA-256, so that what outlives an account names nobody.
#[must_use]
pub fn pseudonym(name: &OwnerId) -> String {
    hexadecimal(&Sha256::digest(name.secret()))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How names stand. A name of which nothing is remembered is open, and of generation 0.
pub trait Owners: Send + Sync {
    /// How a name stands (a strong read).
    fn standing(&self, name: &OwnerId) -> impl Future<Output = Result<Standing, PortError>> + Send;

    /// The seed of a name: made when it is first asked for, the same ever after.
    fn seed(&self, name: &OwnerId) -> impl Future<Output = Result<Seed, PortError>> + Send;

    /// Begins a new generation, and answers it: from now on nothing of an earlier one is written.
    fn begin_anew(&self, name: &OwnerId) -> impl Future<Output = Result<u64, PortError>> + Send;

    /// Makes an identity id this member's for good: whether it now is. It is not where it is another's already, or
    /// where one of the two is leaving. Of many members at once exactly one is answered `true`, and always again.
    fn become_member(
        &self,
        identity: &OwnerId,
        user: &OwnerId,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Every identity id that has become this member.
    fn identities_of(
        &self,
        user: &OwnerId,
    ) -> impl Future<Output = Result<BTreeSet<OwnerId>, PortError>> + Send;

    /// From now on nothing is written under this name. Again is no error.
    fn leave(&self, name: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Remembers until `expires` that nothing is left of a name that was leaving.
    fn close(&self, name: &OwnerId, expires: Timestamp)
    -> impl Future<Output = Result<(), PortError>> + Send;
}

/// What a caller asks for, as far as it matters to whom it is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A token, which who is leaving needs to go on with it.
    Token,
    /// Reading, changing or deleting: what somebody who is leaving may do no more.
    Other,
}

/// The caller as far as their name still counts: a session of a guest who has become a member since, or of an account
/// that is no more, proves nothing.
///
/// # Errors
/// As the port has them.
pub async fn admit(owners: &impl Owners, caller: Caller, purpose: Purpose) -> Result<Caller, AppError> {
    let Ok(name) = caller.canonical() else { return Ok(caller) };
    let counts = match owners.standing(&name).await?.state {
        State::Open => true,
        State::Leaving => purpose == Purpose::Token,
        State::Member | State::Gone => false,
    };
    Ok(if counts { caller } else { Caller::Anonymous })
}

/// The generation of what is begun now under a name.
///
/// # Errors
/// [`AppError::Unauthorized`] where nothing may be begun any more.
pub(crate) async fn present_generation(owners: &impl Owners, name: &OwnerId) -> Result<u64, AppError> {
    let standing = owners.standing(name).await?;
    if standing.state == State::Open { Ok(standing.generation) } else { Err(AppError::Unauthorized) }
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
    fn a_sibling_s_id_needs_the_seed_and_is_the_same_each_time() {
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
        // What it was before: whoever knew the first one's id knew all.
        let hash = Sha256::digest(format!("zest sibling {first} 3 0"));
        assert_ne!(id.unwrap().as_str(), hexadecimal(&hash)[..32].to_owned());
    }
}
