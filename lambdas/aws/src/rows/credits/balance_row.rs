//! Balance row: `U#<member>`/`BAL`.

use billing::ledger::{Balance, RowKey, UserId};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::credits::keys::{moment, place, time};
use crate::rows::credits::parts::credits;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BalanceRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    user_id: UserId,
    version: u64,
    credit_balance: i64,
    lifetime_credits: i64,
    lifetime_usage: i64,
    lifetime_expired: i64,
    lifetime_refunded: i64,
    lifetime_adjusted_out: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<&Balance> for BalanceRow {
    fn from(balance: &Balance) -> Self {
        let (pk, sk) = place(&RowKey::Balance(balance.member.clone()));
        Self {
            pk,
            sk,
            user_id: balance.member.clone(),
            version: balance.version,
            credit_balance: balance.balance.get().into(),
            lifetime_credits: balance.lifetime_credits.get().into(),
            lifetime_usage: balance.lifetime_usage.get().into(),
            lifetime_expired: balance.lifetime_expired.get().into(),
            lifetime_refunded: balance.lifetime_refunded.get().into(),
            lifetime_adjusted_out: balance.lifetime_adjusted_out.get().into(),
            created_at: time(balance.created_at),
            updated_at: time(balance.updated_at),
        }
    }
}

impl TryFrom<BalanceRow> for Balance {
    type Error = PortError;

    fn try_from(row: BalanceRow) -> Result<Self, PortError> {
        Ok(Self {
            member: row.user_id,
            version: row.version,
            balance: credits(row.credit_balance)?,
            lifetime_credits: credits(row.lifetime_credits)?,
            lifetime_usage: credits(row.lifetime_usage)?,
            lifetime_expired: credits(row.lifetime_expired)?,
            lifetime_refunded: credits(row.lifetime_refunded)?,
            lifetime_adjusted_out: credits(row.lifetime_adjusted_out)?,
            created_at: moment(row.created_at),
            updated_at: moment(row.updated_at),
        })
    }
}
