//! Transaction row: `U#<member>`/`T#<number>`.

use std::collections::BTreeMap;

use billing::ledger::{Amount, GrantId, Kind, PurchaseId, RowKey, Transaction, TransactionType, UserId};
use serde::{Deserialize, Serialize};
use zest_core::{PortError, Timestamp};

use crate::rows::codes::Coded;
use crate::rows::credits::keys::{moment, place, time};
use crate::rows::credits::parts::{AllocationRow, credits, key, known};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransactionRow {
    #[serde(rename = "PK")]
    pk: String,
    #[serde(rename = "SK")]
    sk: String,
    user_id: UserId,
    sequence: u64,
    kind: Coded<Kind>,
    transaction_type: Coded<TransactionType>,
    amount: i64,
    balance_after: i64,
    /// Grant of the first allocation, for the API.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    credit_grant_id: Option<GrantId>,
    allocations: Vec<AllocationRow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idempotency_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    purchase_id: Option<PurchaseId>,
    description: String,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    created_at: Timestamp,
}

impl From<&Transaction> for TransactionRow {
    fn from(transaction: &Transaction) -> Self {
        let (pk, sk) = place(&RowKey::Transaction(transaction.member.clone(), transaction.sequence));
        Self {
            pk,
            sk,
            user_id: transaction.member.clone(),
            sequence: transaction.sequence,
            kind: transaction.kind.into(),
            transaction_type: transaction.kind.transaction_type().into(),
            amount: transaction.amount.get(),
            balance_after: transaction.balance_after.get().into(),
            credit_grant_id: transaction.allocations.first().map(|part| part.grant.clone()),
            allocations: transaction.allocations.iter().map(AllocationRow::from).collect(),
            idempotency_key: transaction.key.as_ref().map(ToString::to_string),
            purchase_id: transaction.purchase.clone(),
            description: transaction.description.clone(),
            metadata: transaction.metadata.clone(),
            created_at: time(transaction.created_at),
        }
    }
}

impl TryFrom<TransactionRow> for Transaction {
    type Error = PortError;

    fn try_from(row: TransactionRow) -> Result<Self, PortError> {
        Ok(Self {
            member: row.user_id,
            sequence: row.sequence,
            kind: known(row.kind)?,
            amount: Amount::new(row.amount),
            balance_after: credits(row.balance_after)?,
            allocations: row.allocations.into_iter().map(Into::into).collect(),
            key: row.idempotency_key.as_deref().map(key).transpose()?,
            purchase: row.purchase_id,
            description: row.description,
            metadata: row.metadata,
            created_at: moment(row.created_at),
        })
    }
}
