//! Shared parts of ledger rows: checked numbers, required codes, allocations.

use billing::ledger::{Allocation, Amount, Cents, Credits, GrantId, Key, PurchaseId};
use serde::{Deserialize, Serialize};
use zest_core::PortError;

use crate::rows::codes::Coded;
use crate::rows::credits::keys::read_key;

pub(super) fn unreadable(what: &str) -> PortError {
    PortError::Unreadable(format!("a row of the ledger: {what}"))
}

pub(super) fn credits(number: i64) -> Result<Credits, PortError> {
    Credits::new(number).map_err(|error| unreadable(&error.to_string()))
}

pub(super) fn cents(number: i64) -> Result<Cents, PortError> {
    Cents::new(number).map_err(|error| unreadable(&error.to_string()))
}

pub(super) fn known<T>(code: Coded<T>) -> Result<T, PortError> {
    code.known().ok_or_else(|| unreadable("a code that is not known"))
}

pub(super) fn key(written: &str) -> Result<Key, PortError> {
    read_key(written).ok_or_else(|| unreadable("a key that is none"))
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AllocationRow {
    credit_grant_id: GrantId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    purchase_id: Option<PurchaseId>,
    amount: i64,
}

impl From<&Allocation> for AllocationRow {
    fn from(part: &Allocation) -> Self {
        Self {
            credit_grant_id: part.grant.clone(),
            purchase_id: part.purchase.clone(),
            amount: part.amount.get(),
        }
    }
}

impl From<AllocationRow> for Allocation {
    fn from(row: AllocationRow) -> Self {
        Self { grant: row.credit_grant_id, purchase: row.purchase_id, amount: Amount::new(row.amount) }
    }
}
