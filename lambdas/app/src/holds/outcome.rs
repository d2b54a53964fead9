//! Outcome of a hold according to its charge.

use billing::ledger::HoldId;

use crate::model::{Charge, CreditState, Recipe};

/// What to do with a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldOutcome {
    /// Not finished yet.
    Wait,
    /// The credit is used.
    Settle,
    /// Return the credit: no result, or no such recipe or conversation.
    Release,
}

/// Outcome according to the stored recipe; `Release` if there is none, because a recipe is stored before
/// its hold is due.
#[must_use]
pub fn outcome_of_hold(recipe: Option<&Recipe>, hold: &HoldId) -> HoldOutcome {
    outcome_of_charge(recipe.and_then(|recipe| recipe.import.charge()), hold)
}

/// Outcome according to the charge; `None` without one.
#[must_use]
pub fn outcome_of_charge(charge: Option<&Charge>, hold: &HoldId) -> HoldOutcome {
    match charge.filter(|charge| charge.hold == *hold).map(|charge| charge.state) {
        Some(CreditState::Held) => HoldOutcome::Wait,
        Some(CreditState::Used) => HoldOutcome::Settle,
        Some(CreditState::GivenBack) | None => HoldOutcome::Release,
    }
}
