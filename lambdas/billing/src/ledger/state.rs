//! What is read before a decision, and what is remembered after it.

use std::collections::BTreeMap;

use crate::ledger::account::{Balance, GrantRow, HoldRow, Transaction};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::fingerprint::Fingerprint;
use crate::ledger::ids::{HoldId, Key, PurchaseId, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::purchase::Purchase;

/// What an operation must read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The member whose rows are read.
    pub member: UserId,
    /// Whether balance and grants are needed.
    pub account: bool,
    /// The record of this key, read last.
    pub key: Option<Key>,
    /// A hold of the member's, with the purchases whose credits it has taken.
    pub hold: Option<HoldId>,
    /// A purchase by its id.
    pub purchase: Option<PurchaseId>,
}

impl Needs {
    /// Balance and grants of a member.
    pub(crate) fn account(member: &UserId) -> Self {
        Self { member: member.clone(), account: true, key: None, hold: None, purchase: None }
    }
}

/// What was read for an operation, strongly consistent row by row. The rows need not be of one moment: a change is
/// conditional on all that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The member whose key, hold or purchases they are.
    pub member: UserId,
    /// The balance; none before the first transaction.
    pub balance: Option<Balance>,
    /// All grants of the member, in no order.
    pub grants: Vec<GrantRow>,
    /// What was done under the key.
    pub record: Option<Record>,
    /// The hold that was asked for.
    pub hold: Option<HoldRow>,
    /// The purchases that were asked for and are there.
    pub purchases: BTreeMap<PurchaseId, Purchase>,
}

impl State {
    /// Nothing of a member's.
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

    /// What the member can use now. Grants that have expired do not count, swept or not.
    #[must_use]
    pub fn shown(&self, now: Moment) -> Credits {
        let live = self.grants.iter().filter(|grant| !grant.is_over(now));
        let sum = live.map(|grant| Amount::comes(grant.remaining)).sum();
        Credits::ZERO.moved(sum).unwrap_or_default()
    }
}

/// What a transaction under a key was: the answer to whoever asks for it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the transaction in the member's account.
    pub sequence: u64,
    /// What came or went.
    pub amount: Amount,
    /// The balance behind it.
    pub balance_after: Credits,
}

/// That something was done under a key, and what: kept for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key under which it was done.
    pub key: Key,
    /// The member who did it.
    pub member: UserId,
    /// What was asked for.
    pub fingerprint: Fingerprint,
    /// What was done, for whoever asks again.
    pub receipt: Receipt,
    /// When it was done.
    pub created_at: Moment,
}

/// The answer of an operation that is done once for its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// What was done, now or before.
    pub receipt: Receipt,
    /// Whether it was done before, by the same request.
    pub is_replay: bool,
}

/// All rows of a member, as the audit reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRows {
    /// The member whose rows they are.
    pub member: UserId,
    /// The balance; none before the first credit.
    pub balance: Option<Balance>,
    /// All grants, used up and expired ones too.
    pub grants: Vec<GrantRow>,
    /// All transactions, by their number.
    pub transactions: Vec<Transaction>,
    /// All holds, ended ones too.
    pub holds: Vec<HoldRow>,
    /// All purchases, whatever their status.
    pub purchases: Vec<Purchase>,
    /// The records of the transactions' keys.
    pub records: Vec<Record>,
    /// The keys of rows that are there and cannot be read.
    pub unreadable: Vec<String>,
}

impl MemberRows {
    /// Nothing of a member's.
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
