use billing::ledger::HoldId;
use serde::{Deserialize, Serialize};

use crate::ids::OwnerId;

/// State of a charged credit, as shown by the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CreditState {
    /// Reserved until the work ends.
    Held,
    /// Used: there is a recipe or an answer.
    Used,
    /// Released.
    GivenBack,
}

/// Charge of one credit for an import or a conversation. Its state determines what the ledger does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// `sub` of the member who pays; a transfer does not change it.
    pub member: OwnerId,
    /// Hold id in the ledger.
    pub hold: HoldId,
    /// State; `Used` and `GivenBack` are final.
    pub state: CreditState,
}

impl Charge {
    /// A new charge whose credits are held.
    #[must_use]
    pub fn held(member: OwnerId, hold: HoldId) -> Self {
        Self { member, hold, state: CreditState::Held }
    }

    /// Ends the charge, unless it has already ended.
    pub fn end(&mut self, end: CreditState) {
        if self.state == CreditState::Held {
            self.state = end;
        }
    }
}
