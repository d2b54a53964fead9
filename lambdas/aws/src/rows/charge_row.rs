//! The credit that an import or a conversation costs, as its own row holds it: the attribute `charge`.

use app::OwnerId;
use app::model::{Charge, CreditState};
use billing::ledger::HoldId;
use serde::{Deserialize, Serialize};

use crate::rows::codes::Coded;

#[derive(Serialize, Deserialize)]
pub(crate) struct ChargeRow {
    member: OwnerId,
    hold: HoldId,
    state: Coded<CreditState>,
}

/// The charge in the row of a recipe or a conversation as the stream has it; `None` where the row bears none, or is another kind of row.
pub(crate) fn read_charge(mut row: serde_dynamo::Item) -> Option<Charge> {
    let charge = row.inner_mut().remove("charge")?;
    serde_dynamo::from_attribute_value::<_, ChargeRow>(charge).ok()?.into_charge()
}

impl From<&Charge> for ChargeRow {
    fn from(charge: &Charge) -> Self {
        let Charge { member, hold, state } = charge.clone();
        Self { member, hold, state: state.into() }
    }
}

impl ChargeRow {
    /// The charge; `None` where its state is not known: nothing is said of a credit then.
    pub(super) fn into_charge(self) -> Option<Charge> {
        Some(Charge { member: self.member, hold: self.hold, state: self.state.known()? })
    }
}
