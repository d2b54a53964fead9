//! The attribute `charge`: credit charge of an import or a conversation.

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

/// Charge in a stream row of a recipe or conversation; `None` for other rows.
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
    pub(super) fn into_charge(self) -> Option<Charge> {
        Some(Charge { member: self.member, hold: self.hold, state: self.state.known()? })
    }
}
