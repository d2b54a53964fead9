//! Feedback: what people write to the operators, and what comes back. Guests and members alike write it, read it again,
//! change it and take it back; admins see and change all of it; strangers see of it no more than that it is there.
//!
//! A recipe that was read wrongly is feedback as well: beside what its owner says of a part of it the server keeps what it
//! had read at that moment, as material for the engine.

mod change;
mod input;
mod model;
mod read;
mod reading;
mod store;
mod view;

pub use change::{CreatePorts, create, delete, update};
pub use input::{CreateFeedback, UpdateFeedback};
pub use model::{Answer, Feedback, FeedbackKind, FeedbackStatus, Handling, RecipePart};
pub use read::{ListFeedback, get, list};
pub use reading::Reading;
pub use store::FeedbackStore;
pub use view::FeedbackView;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::caller::{ADMINS, Caller};
use crate::error::PortError;
use crate::ids::OwnerId;
use crate::owners::Owners;

/// Most characters of a message, an answer or a note.
pub const TEXT_LIMIT: usize = 5_000;

/// What nobody has touched for so long is forgotten.
pub const KEPT: Duration = Duration::from_secs(2 * 365 * 24 * 60 * 60);

/// Who asks, and whether they may see and change everybody's feedback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// Who calls, as far as their name still counts.
    pub caller: Caller,
    /// Whether the user pool says that they are an admin: only a member can be one.
    pub is_admin: bool,
}

impl Asker {
    /// The caller, who is an admin if they are a member whose `groups` hold that of admins.
    #[must_use]
    pub fn new(caller: Caller, groups: &[String]) -> Self {
        let is_member = matches!(caller, Caller::Member { .. });
        let is_admin = is_member && groups.iter().any(|group| group == ADMINS);
        Self { caller, is_admin }
    }

    /// The admin's `sub`; `None` for everyone else.
    fn admin(&self) -> Option<&OwnerId> {
        self.caller.member().filter(|_| self.is_admin)
    }

    /// Every name under which the caller has written feedback: a member also as the guest that they were.
    async fn names(&self, owners: &impl Owners) -> Result<BTreeSet<OwnerId>, PortError> {
        let mut names: BTreeSet<_> = self.caller.canonical().into_iter().collect();
        if let Some(user) = self.caller.member() {
            names.extend(owners.identities_of(user).await?);
        }
        Ok(names)
    }
}
