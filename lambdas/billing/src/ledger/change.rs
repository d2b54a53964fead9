//! What a decision wants written: rows, each on a condition, all or nothing.

use std::fmt;

use crate::ledger::account::{Balance, GrantRow, HoldRow, HoldState, Transaction};
use crate::ledger::amounts::Credits;
use crate::ledger::ids::{GrantId, HoldId, Key, PurchaseId, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::purchase::Purchase;
use crate::ledger::state::Record;

/// A row of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A member's balance, one row of each member.
    Balance(Balance),
    /// A grant: credits that came at once and expire at once.
    Grant(GrantRow),
    /// A transaction of a member's account, never changed again.
    Transaction(Transaction),
    /// What was done under a key.
    Record(Record),
    /// A hold: credits of work that is under way.
    Hold(HoldRow),
    /// A purchase, from PENDING to its end.
    Purchase(Purchase),
}

/// Where a row lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKey {
    /// Beside the member's other rows.
    Balance(UserId),
    /// Beside the member's other rows, by its expiration.
    Grant(UserId, Moment, GrantId),
    /// Beside the member's other rows, by its number.
    Transaction(UserId, u64),
    /// By itself: one for all members.
    Record(Key),
    /// Beside the member's other rows.
    Hold(UserId, HoldId),
    /// A purchase, under an id of its own and not below its member.
    Purchase(PurchaseId),
}

impl RowKey {
    /// The member beside whose balance the row lies; `None` where it lies by itself.
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
    /// The key under which the row lies.
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

/// What must be true of the row that is stored, for anything to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing lies under the key yet.
    Absent,
    /// A balance or a purchase of this version.
    Version(u64),
    /// A grant with so many credits left.
    Remaining(Credits),
    /// A hold in this state.
    InState(HoldState),
}

/// A row and its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// What is written in the place of what was there.
    pub row: Row,
    /// The condition that what lies there must meet, else nothing is written.
    pub condition: Condition,
}

/// Rows that are written all or nothing: one `TransactWriteItems`. No two have one key, and there are at most 100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rows, each with its condition.
    pub puts: Vec<Put>,
}
