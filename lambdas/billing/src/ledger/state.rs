//! Rows read for a decision, and records of decisions.

use std::collections::BTreeMap;

use crate::ledger::account::{Balance, GrantRow, HoldRow, Transaction};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{HoldId, Key, PurchaseId, UserId};
use crate::ledger::purchase::Purchase;
use zest_core::Timestamp;

/// Rows that an operation must read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Owner of the rows.
    pub member: UserId,
    /// Whether to read balance and grants.
    pub account: bool,
    /// Key of the record to read, after all other rows.
    pub key: Option<Key>,
    /// Hold to read, with the purchases of its credits.
    pub hold: Option<HoldId>,
    /// Purchase to read.
    pub purchase: Option<PurchaseId>,
}

impl Needs {
    pub(crate) fn account(member: &UserId) -> Self {
        Self { member: member.clone(), account: true, key: None, hold: None, purchase: None }
    }
}

/// Rows read for an operation, each strongly consistent, but possibly at different moments. A change is
/// conditional on every row that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Owner of the rows.
    pub member: UserId,
    /// The balance; `None` before the first transaction.
    pub balance: Option<Balance>,
    /// All grants of the member, unordered.
    pub grants: Vec<GrantRow>,
    /// Record of the key, if it was used.
    pub record: Option<Record>,
    /// The requested hold.
    pub hold: Option<HoldRow>,
    /// The requested purchases that exist.
    pub purchases: BTreeMap<PurchaseId, Purchase>,
}

impl State {
    /// State without any row.
    #[must_use]
    pub fn empty(member: UserId) -> Self {
        Self {
            member,
            balance: None,
            grants: Vec::new(),
            record: None,
            hold: None,
            purchases: BTreeMap::new(),
        }
    }

    /// Usable credits; excludes expired grants, swept or not.
    #[must_use]
    pub fn shown(&self, now: Timestamp) -> Credits {
        let live = self.grants.iter().filter(|grant| !grant.is_over(now));
        let sum = live.map(|grant| Amount::positive(grant.remaining)).sum();
        Credits::ZERO.moved(sum).unwrap_or_default()
    }
}

/// Result of a transaction under a key, returned for repeated requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Number of the transaction.
    pub sequence: u64,
    /// Signed change of the balance.
    pub amount: Amount,
    /// Balance after the transaction.
    pub balance_after: Credits,
}

/// Record of a used key; kept forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The idempotency key.
    pub key: Key,
    /// The member who used it.
    pub member: UserId,
    /// Fingerprint of the request.
    pub fingerprint: Fingerprint,
    /// Answer for repeated requests.
    pub receipt: Receipt,
    /// Time of the operation.
    pub created_at: Timestamp,
}

/// Answer of an idempotent operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Result of this or the earlier request.
    pub receipt: Receipt,
    /// Whether the result is of an earlier, identical request.
    pub is_replay: bool,
}

/// All rows of a member, for the audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRows {
    /// Owner of the rows.
    pub member: UserId,
    /// The balance; `None` before the first transaction.
    pub balance: Option<Balance>,
    /// All grants, including used and expired ones.
    pub grants: Vec<GrantRow>,
    /// All transactions, by number.
    pub transactions: Vec<Transaction>,
    /// All holds, including ended ones.
    pub holds: Vec<HoldRow>,
    /// All purchases of any status.
    pub purchases: Vec<Purchase>,
    /// Records of the transactions' keys.
    pub records: Vec<Record>,
    /// Keys of rows that cannot be parsed.
    pub unreadable: Vec<String>,
}

impl MemberRows {
    /// A member without rows.
    #[must_use]
    pub fn empty(member: UserId) -> Self {
        Self {
            member,
            balance: None,
            grants: Vec::new(),
            transactions: Vec::new(),
            holds: Vec::new(),
            purchases: Vec::new(),
            records: Vec::new(),
            unreadable: Vec::new(),
        }
    }
}
