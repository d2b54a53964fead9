//! What is to become of a hold: the recipe or the conversation that bears it says so.

use billing::ledger::HoldId;

use crate::model::{Charge, CreditState, Recipe};

/// What is to become of a hold, judged by the recipe that it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldOutcome {
    /// The import goes on.
    Wait,
    /// A recipe came of it: the credit is used.
    Settle,
    /// Nothing came of it, or there is no such import: the credit goes back.
    Release,
}

/// What is to become of a hold, by the recipe for which it was made, as it is stored now. A recipe that is gone, or bears
/// another hold, does not need this one: whoever holds a credit stores the recipe well before the hold's deadline.
#[must_use]
pub fn outcome_of_hold(recipe: Option<&Recipe>, hold: &HoldId) -> HoldOutcome {
    outcome_of_charge(recipe.and_then(|recipe| recipe.import.charge()), hold)
}

/// The same by the charge that the recipe or the conversation bears; `None` where it bears none, or is gone.
#[must_use]
pub fn outcome_of_charge(charge: Option<&Charge>, hold: &HoldId) -> HoldOutcome {
    match charge.filter(|charge| charge.hold == *hold).map(|charge| charge.state) {
        Some(CreditState::Held) => HoldOutcome::Wait,
        Some(CreditState::Used) => HoldOutcome::Settle,
        Some(CreditState::GivenBack) | None => HoldOutcome::Release,
    }
}
