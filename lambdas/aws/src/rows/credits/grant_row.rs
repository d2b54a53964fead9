//! Grant row: `U#<member>`/`G#<expiration>#<id>`.

use billing::ledger::{GrantId, GrantRow, GrantType, PurchaseId, Row, UserId};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::codes::Coded;
use crate::rows::credits::keys::{DUE_GRANT, moment, place, time};
use crate::rows::credits::parts::{credits, known};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredGrant {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    /// Key of the sparse index; only while credits remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due_at: Option<Timestamp>,
    id: GrantId,
    user_id: UserId,
    grant_type: Coded<GrantType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    purchase_id: Option<PurchaseId>,
    credits_granted: i64,
    credits_remaining: i64,
    granted_date: Timestamp,
    expiration_date: Timestamp,
    expired: bool,
    /// Absent in old rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    updated_at: Option<Timestamp>,
}

impl From<&GrantRow> for StoredGrant {
    fn from(grant: &GrantRow) -> Self {
        let (pk, sk) = place(&Row::Grant(grant.clone()).key());
        let is_due = !grant.remaining.is_zero();
        Self {
            pk,
            sk,
            due: is_due.then(|| DUE_GRANT.to_owned()),
            due_at: is_due.then(|| time(grant.expires_at)),
            id: grant.id.clone(),
            user_id: grant.member.clone(),
            grant_type: grant.kind.into(),
            purchase_id: grant.purchase.clone(),
            credits_granted: grant.granted.get().into(),
            credits_remaining: grant.remaining.get().into(),
            granted_date: time(grant.granted_at),
            expiration_date: time(grant.expires_at),
            expired: grant.expired,
            updated_at: Some(time(grant.updated_at)),
        }
    }
}

impl TryFrom<StoredGrant> for GrantRow {
    type Error = PortError;

    fn try_from(row: StoredGrant) -> Result<Self, PortError> {
        Ok(Self {
            id: row.id,
            member: row.user_id,
            kind: known(row.grant_type)?,
            purchase: row.purchase_id,
            granted: credits(row.credits_granted)?,
            remaining: credits(row.credits_remaining)?,
            granted_at: moment(row.granted_date),
            expires_at: moment(row.expiration_date),
            expired: row.expired,
            updated_at: moment(row.updated_at.unwrap_or(row.granted_date)),
        })
    }
}
