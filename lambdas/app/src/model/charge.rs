//! The member's credit that an import or a conversation costs, from its start to its end.

use billing::ledger::HoldId;
use serde::{Deserialize, Serialize};

use crate::ids::OwnerId;

/// What has become of the credit that an import or a conversation costs, as the API names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CreditState {
    /// Taken out of the balance until it is known what comes of it.
    Held,
    /// Used for good: a recipe or an answer came of it.
    Used,
    /// Back in the balance: nothing came of it.
    GivenBack,
}

/// That an import or a conversation costs a member one credit. It says what is to become of the credit; the ledger follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The member whose credit it is: the `sub`. It stays when what it pays changes hands.
    pub member: OwnerId,
    /// Under which name the ledger holds the credit.
    pub hold: HoldId,
    /// Both ends are final.
    pub state: CreditState,
}

impl Charge {
    /// A credit that has just been taken.
    #[must_use]
    pub fn held(member: OwnerId, hold: HoldId) -> Self {
        Self { member, hold, state: CreditState::Held }
    }

    /// What it is for has come to an end, if it has not before.
    pub fn end(&mut self, end: CreditState) {
        if self.state == CreditState::Held {
            self.state = end;
        }
    }
}
