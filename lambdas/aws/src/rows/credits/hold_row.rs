//! Hold row: `U#<member>`/`H#<id>`.

use billing::ledger::{HoldId, HoldRow, HoldState, RowKey, UserId};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::codes::Coded;
use crate::rows::credits::keys::{DUE_HOLD, moment, place, time};
use crate::rows::credits::parts::{AllocationRow, credits, known};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredHold {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Key of the sparse index; only while the hold is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due_at: Option<Timestamp>,
    id: HoldId,
    user_id: UserId,
    state: Coded<HoldState>,
    credits: i64,
    taken: Vec<AllocationRow>,
    sequence: u64,
    deadline: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<&HoldRow> for StoredHold {
    fn from(hold: &HoldRow) -> Self {
        let (pk, sk) = place(&RowKey::Hold(hold.member.clone(), hold.id.clone()));
        let is_due = hold.state == HoldState::Held;
        Self {
            pk,
            sk,
            due: is_due.then(|| DUE_HOLD.to_owned()),
            due_at: is_due.then(|| time(hold.deadline)),
            id: hold.id.clone(),
            user_id: hold.member.clone(),
            state: hold.state.into(),
            credits: hold.credits.get().into(),
            taken: hold.taken.iter().map(AllocationRow::from).collect(),
            sequence: hold.sequence,
            deadline: time(hold.deadline),
            created_at: time(hold.created_at),
            updated_at: time(hold.updated_at),
        }
    }
}

impl TryFrom<StoredHold> for HoldRow {
    type Error = PortError;

    fn try_from(row: StoredHold) -> Result<Self, PortError> {
        Ok(Self {
            id: row.id,
            member: row.user_id,
            state: known(row.state)?,
            credits: credits(row.credits)?,
            taken: row.taken.into_iter().map(Into::into).collect(),
            sequence: row.sequence,
            deadline: moment(row.deadline),
            created_at: moment(row.created_at),
            updated_at: moment(row.updated_at),
        })
    }
}
