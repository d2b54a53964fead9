use std::fmt;

use crate::ledger::account::{Balance, GrantRow, HoldRow, HoldState, Transaction};
use crate::ledger::amounts::Credits;
use crate::ledger::ids::{GrantId, HoldId, Key, PurchaseId, UserId};
use crate::ledger::purchase::Purchase;
use crate::ledger::state::Record;
use zest_core::Timestamp;

/// A row of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Balance, one per member.
    Balance(Balance),
    /// Grant of credits with one expiry.
    Grant(GrantRow),
    /// Immutable transaction.
    Transaction(Transaction),
    /// Record of an idempotency key.
    Record(Record),
    /// Hold of credits for work in progress.
    Hold(HoldRow),
    /// Credits bought through Stripe, and their payment.
    Purchase(Purchase),
}

/// Kind and ids that identify a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKey {
    /// Balance, in the member's partition.
    Balance(UserId),
    /// Grant, in the member's partition, by expiry.
    Grant(UserId, Timestamp, GrantId),
    /// Transaction, in the member's partition, by number.
    Transaction(UserId, u64),
    /// Record, in its own partition.
    Record(Key),
    /// Hold, in the member's partition.
    Hold(UserId, HoldId),
    /// Purchase, in its own partition.
    Purchase(PurchaseId),
}

impl RowKey {
    /// Owner of the partition; `None` for records and purchases.
    #[must_use]
    pub fn member(&self) -> Option<&UserId> {
        match self {
            Self::Balance(member)
            | Self::Grant(member, ..)
            | Self::Transaction(member, _)
            | Self::Hold(member, _) => Some(member),
            Self::Record(_) | Self::Purchase(_) => None,
        }
    }
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balance(_) => f.write_str("balance"),
            Self::Grant(_, _, id) => write!(f, "grant {id}"),
            Self::Transaction(_, sequence) => write!(f, "transaction {sequence}"),
            Self::Record(key) => write!(f, "record {key}"),
            Self::Hold(_, id) => write!(f, "hold {id}"),
            Self::Purchase(id) => write!(f, "purchase {id}"),
        }
    }
}

impl Row {
    /// The row's key.
    #[must_use]
    pub fn key(&self) -> RowKey {
        match self {
            Self::Balance(row) => RowKey::Balance(row.member.clone()),
            Self::Grant(row) => RowKey::Grant(row.member.clone(), row.expires_at, row.id.clone()),
            Self::Transaction(row) => RowKey::Transaction(row.member.clone(), row.sequence),
            Self::Record(row) => RowKey::Record(row.key.clone()),
            Self::Hold(row) => RowKey::Hold(row.member.clone(), row.id.clone()),
            Self::Purchase(row) => RowKey::Purchase(row.id.clone()),
        }
    }
}

/// Condition on the stored row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// No row exists under the key.
    Absent,
    /// The balance or purchase has this version.
    Version(u64),
    /// The grant has this many credits left.
    Remaining(Credits),
    /// The hold is in this state.
    InState(HoldState),
}

/// A row to write, and its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Replaces the stored row.
    pub row: Row,
    /// If it is not met, nothing of the change is written.
    pub condition: Condition,
}

/// Rows that one `TransactWriteItems` writes: unique keys, at most 100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Rows with their conditions.
    pub puts: Vec<Put>,
}
