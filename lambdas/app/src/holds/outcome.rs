//! Outcome of a hold, which depends on its charge.

use billing::ledger::HoldId;

use crate::model::{Charge, CreditState, Recipe};

/// What to do with a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldOutcome {
    /// Not finished yet.
    Wait,
    /// The credit is used.
    Settle,
    /// Return the credit: there is no result, recipe or conversation.
    Release,
}

/// Outcome for the stored recipe. `Release` if there is none, because a recipe is stored before its hold is
/// due.
#[must_use]
pub fn outcome_of_hold(recipe: Option<&Recipe>, hold: &HoldId) -> HoldOutcome {
    outcome_of_charge(recipe.and_then(|recipe| recipe.import.charge()), hold)
}

/// Outcome for a charge; `charge` is `None` if nothing is stored.
#[must_use]
pub fn outcome_of_charge(charge: Option<&Charge>, hold: &HoldId) -> HoldOutcome {
    match charge.filter(|charge| charge.hold == *hold).map(|charge| charge.state) {
        Some(CreditState::Held) => HoldOutcome::Wait,
        Some(CreditState::Used) => HoldOutcome::Settle,
        Some(CreditState::GivenBack) | None => HoldOutcome::Release,
    }
}
