//! Feedback to the operators. Authors manage their own, admins all; other callers see only kind and dates.
//!
//! A report of a wrongly extracted part also stores the recipe's content.

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
use crate::ids::OwnerId;
use crate::owners::Owners;
use zest_core::PortError;

/// Maximum characters of a message, an answer or a note.
pub const TEXT_LIMIT: usize = 5_000;

/// Retention period after the last change.
pub const KEPT: Duration = Duration::from_secs(2 * 365 * 24 * 60 * 60);

/// Caller of a feedback request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackCaller {
    /// Admitted caller.
    pub caller: Caller,
    /// Whether the caller is a member of the admin group.
    pub is_admin: bool,
}

impl FeedbackCaller {
    /// Creates the caller; `groups` shows whether it is an admin.
    #[must_use]
    pub fn new(caller: Caller, groups: &[String]) -> Self {
        let is_member = matches!(caller, Caller::Member { .. });
        let is_admin = is_member && groups.iter().any(|group| group == ADMINS);
        Self { caller, is_admin }
    }

    fn admin(&self) -> Option<&OwnerId> {
        self.caller.member().filter(|_| self.is_admin)
    }

    /// Names of the caller, including linked guest identities of a member.
    async fn names(&self, owners: &impl Owners) -> Result<BTreeSet<OwnerId>, PortError> {
        let mut names: BTreeSet<_> = self.caller.canonical().into_iter().collect();
        if let Some(user) = self.caller.member() {
            names.extend(owners.identities_of(user).await?);
        }
        Ok(names)
    }
}
