//! Where the rows of credits lie.

use app::Timestamp;
use ledger::{HoldId, Key, Moment, PurchaseId, RowKey, UserId};

use crate::rows::keys::{Item, key};

/// The sort key of a member's balance, which sorts before its grants.
pub(crate) const BALANCE: &str = "BAL";
/// Behind every grant, and before every hold and transaction.
pub(crate) const BEHIND_GRANTS: &str = "G~";
pub(crate) const GRANTS: &str = "G#";
pub(crate) const TRANSACTIONS: &str = "T#";
pub(crate) const HOLDS: &str = "H#";

/// The version of a balance or a purchase.
pub(crate) const VERSION: &str = "version";
/// What a grant has left.
pub(crate) const REMAINING: &str = "creditsRemaining";
/// Where a hold stands.
pub(crate) const STATE: &str = "state";
/// What sweeps look for: in the sparse index only while there is something to do.
pub(crate) const DUE: &str = "due";
pub(crate) const DUE_AT: &str = "dueAt";
pub(crate) const MEMBER: &str = "userId";
pub(crate) const INTENT: &str = "stripePaymentIntentId";
/// The indexes.
pub(crate) const DUE_INDEX: &str = "due";
pub(crate) const PURCHASES_INDEX: &str = "purchases";
pub(crate) const PAYMENTS_INDEX: &str = "payments";

/// What the index of sweeps calls grants, holds and purchases.
pub(crate) const DUE_GRANT: &str = "GRANT";
pub(crate) const DUE_HOLD: &str = "HOLD";
pub(crate) const DUE_PURCHASE: &str = "PURCHASE";

const MEMBER_PREFIX: &str = "U#";
const PURCHASE_PREFIX: &str = "P#";

/// A moment as rows write it.
pub(crate) fn time(moment: Moment) -> Timestamp {
    Timestamp::from_millis(moment.millis())
}

/// A moment as the ledger has it.
pub(super) fn moment(time: Timestamp) -> Moment {
    Moment::from_millis(time.millis())
}

/// The partition of a member's rows.
pub(crate) fn member_pk(member: &UserId) -> String {
    format!("{MEMBER_PREFIX}{}", member.as_str())
}

/// Where a row lies, as texts.
pub(super) fn place(row: &RowKey) -> (String, String) {
    match row {
        RowKey::Balance(member) => (member_pk(member), BALANCE.to_owned()),
        RowKey::Grant(member, expires, id) => {
            (member_pk(member), format!("{GRANTS}{}#{id}", String::from(time(*expires))))
        }
        RowKey::Transaction(member, sequence) => (member_pk(member), format!("{TRANSACTIONS}{sequence:012}")),
        RowKey::Hold(member, id) => (member_pk(member), format!("{HOLDS}{id}")),
        RowKey::Record(key) => (format!("I#{key}"), "I".to_owned()),
        RowKey::Purchase(id) => (format!("{PURCHASE_PREFIX}{id}"), "P".to_owned()),
    }
}

/// The key of a row.
pub(crate) fn credit_key(row: &RowKey) -> Item {
    let (pk, sk) = place(row);
    key(pk, sk)
}

/// The member in a partition's key.
pub(crate) fn read_member(pk: &str) -> Option<UserId> {
    UserId::new(pk.strip_prefix(MEMBER_PREFIX)?).ok()
}

/// The hold in a sort key.
pub(crate) fn read_hold_id(sk: &str) -> Option<HoldId> {
    HoldId::new(sk.strip_prefix(HOLDS)?).ok()
}

/// The purchase in a partition's key.
pub(crate) fn read_purchase_id(pk: &str) -> Option<PurchaseId> {
    PurchaseId::new(pk.strip_prefix(PURCHASE_PREFIX)?).ok()
}

/// Reads a key as transactions and records write it.
pub(super) fn read_key(written: &str) -> Option<Key> {
    Key::parse(written)
}
