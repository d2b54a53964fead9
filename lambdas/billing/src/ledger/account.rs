//! What is kept of a member: the balance, grants, transactions and holds.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::ids::{GrantId, HoldId, Key, PurchaseId, Scope, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::mutants::{Mutant, on};

/// The balance of a member, with what it is made of. Always: credits − usage − expired − refunded − adjusted out = balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The member whose balance it is.
    pub member: UserId,
    /// The number of the last transaction; each write raises it, and is conditional on it.
    pub version: u64,
    /// What all grants hold together, those included that have expired and were not swept yet: see [`crate::ledger::State::shown`].
    pub balance: Credits,
    /// All that was ever given.
    pub lifetime_credits: Credits,
    /// All that was ever used, less what was given back.
    pub lifetime_usage: Credits,
    /// All that has expired.
    pub lifetime_expired: Credits,
    /// All that was taken back with the money, less what has come again.
    pub lifetime_refunded: Credits,
    /// All that admins have taken away.
    pub lifetime_adjusted_out: Credits,
    /// When the first transaction was written.
    pub created_at: Moment,
    /// When the last one was; never before the one before it.
    pub updated_at: Moment,
}

/// What a grant was given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GrantType {
    /// The credits were bought.
    Purchase,
    /// The credits are a present.
    Promotional,
    /// An admin's, or what was given back after its grant had expired.
    Adjustment,
}

/// Credits of one origin that expire together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantRow {
    /// Its id, one of its member's.
    pub id: GrantId,
    /// The member who may use the credits.
    pub member: UserId,
    /// What it was given for.
    pub kind: GrantType,
    /// The purchase whose money its credits are of.
    pub purchase: Option<PurchaseId>,
    /// How many there were; never fewer than remain.
    pub granted: Credits,
    /// How many are left.
    pub remaining: Credits,
    /// When it was given.
    pub granted_at: Moment,
    /// From this moment on nothing of it can be used.
    pub expires_at: Moment,
    /// Whether its rest was taken out of the balance because it had expired.
    pub expired: bool,
    /// When it was last written.
    pub updated_at: Moment,
}

impl GrantRow {
    /// Whether its time has come: at the very moment it has.
    #[must_use]
    pub fn is_over(&self, now: Moment) -> bool {
        let is_past = if on(Mutant::UsableAtExpiry) { now > self.expires_at } else { now >= self.expires_at };
        self.expired || is_past
    }
}

/// Credits that come to or go from one grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The grant that the credits are taken from.
    pub grant: GrantId,
    /// The purchase whose money its credits are of.
    pub purchase: Option<PurchaseId>,
    /// How many; never zero.
    pub amount: Amount,
}

/// What a transaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// What was bought has come.
    Purchase,
    /// A present has come.
    Promotion,
    /// An admin has given some.
    AdjustmentIn,
    /// An admin has taken some.
    AdjustmentOut,
    /// Some were used, or are held.
    Usage,
    /// What was held is back.
    GiveBack,
    /// The money has gone back, or is disputed, and so the credits went.
    Clawback,
    /// The money has come again, and so did the credits.
    Return,
    /// The time of some has come.
    Expiration,
    /// Many small grants became one; the balance stays.
    Merge,
}

/// The kinds of transaction that the API tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionType {
    /// What was bought has come.
    Purchase,
    /// Some were used, or are held.
    Usage,
    /// The time of some has come.
    Expiration,
    /// Given or taken away by us.
    Adjustment,
    /// Given back to the member, or taken back with the money: the sign says which.
    Refund,
}

impl Kind {
    /// As the API has it.
    #[must_use]
    pub fn transaction_type(self) -> TransactionType {
        match self {
            Self::Purchase => TransactionType::Purchase,
            Self::Promotion | Self::AdjustmentIn | Self::AdjustmentOut | Self::Merge => {
                TransactionType::Adjustment
            }
            Self::Usage => TransactionType::Usage,
            Self::GiveBack | Self::Clawback | Self::Return => TransactionType::Refund,
            Self::Expiration => TransactionType::Expiration,
        }
    }
}

/// One line of a member's account. It is never changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The member whose account is changed.
    pub member: UserId,
    /// Its number: the member's first is 1, and none is missing.
    pub sequence: u64,
    /// What kind of change it is.
    pub kind: Kind,
    /// How much came or went: the sum of the allocations.
    pub amount: Amount,
    /// The balance of the one before it, and this amount.
    pub balance_after: Credits,
    /// What came to or went from which grant.
    pub allocations: Vec<Allocation>,
    /// The key under which it was asked for; no other transaction has it.
    pub key: Option<Key>,
    /// The purchase that it is about.
    pub purchase: Option<PurchaseId>,
    /// What it is, in words.
    pub description: String,
    /// What else is known, such as who has adjusted and why.
    pub metadata: BTreeMap<String, String>,
    /// When it was written; never before the one before it.
    pub created_at: Moment,
}

impl Transaction {
    /// The hold that it has taken credits for; `None` for a transaction of any other kind.
    #[must_use]
    pub fn hold(&self) -> Option<HoldId> {
        let key = self.key.as_ref().filter(|key| key.scope() == Scope::Hold)?;
        HoldId::new(key.text()).ok()
    }
}

/// What has become of a hold. Both ends are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HoldState {
    /// What becomes of the work is not known yet.
    Held,
    /// The work was done: the credits are used.
    Settled,
    /// The work came to nothing: the credits are back.
    Released,
}

/// Credits that are taken out of their grants until the work that they are for has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldRow {
    /// What it is for.
    pub id: HoldId,
    /// The member whose credits are held.
    pub member: UserId,
    /// What has become of it.
    pub state: HoldState,
    /// How many credits are held.
    pub credits: Credits,
    /// Where they came from: amounts below zero, as in the transaction.
    pub taken: Vec<Allocation>,
    /// The number of the transaction that took them.
    pub sequence: u64,
    /// From when on the sweep looks what became of the work.
    pub deadline: Moment,
    /// When the credits were taken.
    pub created_at: Moment,
    /// When it ended, or began.
    pub updated_at: Moment,
}
