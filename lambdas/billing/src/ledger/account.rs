use std::collections::BTreeMap;

use serde::Serialize;

use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::ids::{GrantId, HoldId, Key, PurchaseId, Scope, UserId};
use zest_core::Timestamp;

/// A member's balance and totals. Invariant: credits − usage − expired − refunded − adjusted out = balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Owner of the balance.
    pub member: UserId,
    /// Number of the last transaction; every write increments it and is conditional on it.
    pub version: u64,
    /// Sum of all grants, including expired ones not yet swept; see [`crate::ledger::State::shown`].
    pub balance: Credits,
    /// Total credits granted.
    pub lifetime_credits: Credits,
    /// Total credits used, less released holds.
    pub lifetime_usage: Credits,
    /// Total credits expired.
    pub lifetime_expired: Credits,
    /// Total credits clawed back, less returned ones.
    pub lifetime_refunded: Credits,
    /// Total credits withdrawn by admins.
    pub lifetime_adjusted_out: Credits,
    /// Time of the first transaction.
    pub created_at: Timestamp,
    /// Time of the last transaction; never decreases.
    pub updated_at: Timestamp,
}

/// Origin of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GrantType {
    /// From a paid purchase.
    Purchase,
    /// Free.
    Promotional,
    /// Given by an admin, merged from small grants, or returned after the original grant had expired.
    Adjustment,
}

/// Credits of one origin with one expiry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantRow {
    /// Unique among the member's grants.
    pub id: GrantId,
    /// Owner of the grant.
    pub member: UserId,
    /// Origin of the credits.
    pub kind: GrantType,
    /// Purchase that paid for the credits, if any.
    pub purchase: Option<PurchaseId>,
    /// Credits granted; at least `remaining`.
    pub granted: Credits,
    /// Credits left.
    pub remaining: Credits,
    /// Time of the grant.
    pub granted_at: Timestamp,
    /// Expiry; from this moment on the credits are unusable.
    pub expires_at: Timestamp,
    /// Whether the rest was removed from the balance after expiry.
    pub expired: bool,
    /// Time of the last write.
    pub updated_at: Timestamp,
}

impl GrantRow {
    /// Whether the grant has expired; true at `expires_at` itself.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.expired || now >= self.expires_at
    }
}

/// Change of one grant within a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// The changed grant.
    pub grant: GrantId,
    /// The grant's purchase, if any.
    pub purchase: Option<PurchaseId>,
    /// Signed change; never zero.
    pub amount: Amount,
}

/// Kind of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// Credits of a paid purchase.
    Purchase,
    /// Free credits.
    Promotion,
    /// Credits given by an admin.
    AdjustmentIn,
    /// Credits withdrawn by an admin.
    AdjustmentOut,
    /// Credits used or held.
    Usage,
    /// Credits of a released hold.
    GiveBack,
    /// Credits clawed back after a refund or dispute.
    Clawback,
    /// Credits restored after a failed refund or a won dispute.
    Return,
    /// Expired credits.
    Expiration,
    /// Small grants merged into one; the balance does not change.
    Merge,
}

/// Transaction types of the public API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionType {
    /// Credits of a paid purchase.
    Purchase,
    /// Credits used or held.
    Usage,
    /// Expired credits.
    Expiration,
    /// Promotion, admin adjustment or merge.
    Adjustment,
    /// Released hold or return (positive), or clawback (negative).
    Refund,
}

impl Kind {
    /// Type in the public API.
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

/// Immutable entry of a member's account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Owner of the account.
    pub member: UserId,
    /// Consecutive number, from 1.
    pub sequence: u64,
    /// Kind of change.
    pub kind: Kind,
    /// Signed sum of the allocations.
    pub amount: Amount,
    /// Balance after this transaction.
    pub balance_after: Credits,
    /// Change of each grant.
    pub allocations: Vec<Allocation>,
    /// Idempotency key, unique among transactions.
    pub key: Option<Key>,
    /// Related purchase, if any.
    pub purchase: Option<PurchaseId>,
    /// Description for people.
    pub description: String,
    /// Additional data, such as the admin and the reason.
    pub metadata: BTreeMap<String, String>,
    /// Time of writing; never decreases.
    pub created_at: Timestamp,
}

impl Transaction {
    /// Hold id, if the transaction took credits for a hold.
    #[must_use]
    pub fn hold(&self) -> Option<HoldId> {
        let key = self.key.as_ref().filter(|key| key.scope() == Scope::Hold)?;
        HoldId::new(key.text()).ok()
    }
}

/// State of a hold; `Settled` and `Released` are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HoldState {
    /// The work is not finished.
    Held,
    /// The work was done; the credits are used.
    Settled,
    /// The work failed; the credits were returned.
    Released,
}

/// Credits reserved until a piece of work ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldRow {
    /// Id of the work, unique among the member's holds.
    pub id: HoldId,
    /// Owner of the credits.
    pub member: UserId,
    /// Current state.
    pub state: HoldState,
    /// Credits held.
    pub credits: Credits,
    /// Credits taken from each grant, as negative amounts.
    pub taken: Vec<Allocation>,
    /// Number of the transaction that took the credits.
    pub sequence: u64,
    /// Time from which the sweep checks the work.
    pub deadline: Timestamp,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last state change.
    pub updated_at: Timestamp,
}
