//! Record row of an idempotency key: `I#<scope>#<key>`/`I`, kept forever.

use billing::ledger::{Amount, Fingerprint, Receipt, Record, RowKey, UserId};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::credits::keys::{moment, place, time};
use crate::rows::credits::parts::{credits, key, unreadable};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    idempotency_key: String,
    user_id: UserId,
    request_hash: String,
    sequence: u64,
    amount: i64,
    balance_after: i64,
    created_at: Timestamp,
}

impl From<&Record> for RecordRow {
    fn from(record: &Record) -> Self {
        let (pk, sk) = place(&RowKey::Record(record.key.clone()));
        Self {
            pk,
            sk,
            idempotency_key: record.key.to_string(),
            user_id: record.member.clone(),
            request_hash: record.fingerprint.to_hex(),
            sequence: record.receipt.sequence,
            amount: record.receipt.amount.get(),
            balance_after: record.receipt.balance_after.get().into(),
            created_at: time(record.created_at),
        }
    }
}

impl TryFrom<RecordRow> for Record {
    type Error = PortError;

    fn try_from(row: RecordRow) -> Result<Self, PortError> {
        let hash = Fingerprint::from_hex(&row.request_hash);
        Ok(Self {
            key: key(&row.idempotency_key)?,
            member: row.user_id,
            fingerprint: hash.ok_or_else(|| unreadable("a hash that is none"))?,
            receipt: Receipt {
                sequence: row.sequence,
                amount: Amount::new(row.amount),
                balance_after: credits(row.balance_after)?,
            },
            created_at: moment(row.created_at),
        })
    }
}
