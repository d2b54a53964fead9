//! Row formats of the table `Ledger`. A member's partition `U#<member>` holds `BAL`, `G#…`, `T#…` and `H#…`;
//! `I#<key>`/`I` and `P#<id>`/`P` have their own partitions.
//!
//! A row with an unknown code or an invalid number is unreadable.

mod balance_row;
mod grant_row;
mod hold_row;
pub(crate) mod keys;
mod parts;
mod purchase_row;
mod record_row;
mod transaction_row;

#[cfg(test)]
mod tests;

use billing::ledger::{Balance, GrantRow, HoldRow, HoldState, Purchase, Record, Row, Transaction};
use zest_core::PortError;

use crate::rows::codes::StoredCode;
use crate::rows::keys::Item;
use crate::rows::read::{read, write};

pub(crate) fn credit_item(row: &Row) -> Result<Item, PortError> {
    match row {
        Row::Balance(row) => write(&balance_row::BalanceRow::from(row)),
        Row::Grant(row) => write(&grant_row::StoredGrant::from(row)),
        Row::Transaction(row) => write(&transaction_row::TransactionRow::from(row)),
        Row::Record(row) => write(&record_row::RecordRow::from(row)),
        Row::Hold(row) => write(&hold_row::StoredHold::from(row)),
        Row::Purchase(row) => write(&purchase_row::PurchaseRow::from(row)),
    }
}

pub(crate) fn hold_state_name(state: HoldState) -> &'static str {
    state.name()
}

pub(crate) fn read_balance(item: Item) -> Result<Balance, PortError> {
    read::<balance_row::BalanceRow>(item.into())?.try_into()
}

pub(crate) fn read_grant(item: Item) -> Result<GrantRow, PortError> {
    read::<grant_row::StoredGrant>(item.into())?.try_into()
}

pub(crate) fn read_transaction(item: Item) -> Result<Transaction, PortError> {
    read::<transaction_row::TransactionRow>(item.into())?.try_into()
}

pub(crate) fn read_record(item: Item) -> Result<Record, PortError> {
    read::<record_row::RecordRow>(item.into())?.try_into()
}

pub(crate) fn read_hold(item: Item) -> Result<HoldRow, PortError> {
    read::<hold_row::StoredHold>(item.into())?.try_into()
}

pub(crate) fn read_purchase(item: Item) -> Result<Purchase, PortError> {
    read::<purchase_row::PurchaseRow>(item.into())?.try_into()
}
