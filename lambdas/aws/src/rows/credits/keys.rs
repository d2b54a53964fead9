//! Where the rows of credits lie.

use app::Timestamp;
use aws_sdk_dynamodb::types::AttributeValue;
use billing::ledger::{HoldId, Key, Moment, PurchaseId, RowKey, UserId};

use crate::rows::keys::{Item, PK, key};

/// The sort key of a member's balance, which sorts before its grants.
pub(crate) const BALANCE: &str = "BAL";
/// Behind every grant, and before every hold and transaction.
pub(crate) const BEHIND_GRANTS: &str = "G~";
pub(crate) const GRANTS: &str = "G#";
pub(crate) const TRANSACTIONS: &str = "T#";
pub(crate) const HOLDS: &str = "H#";

/// The version of a balance or a purchase.
pub(crate) const VERSION: &str = "version";
/// The number of the transaction that a hold began with.
pub(crate) const SEQUENCE: &str = "sequence";
/// What a grant has left.
pub(crate) const REMAINING: &str = "creditsRemaining";
/// Where a hold stands.
pub(crate) const STATE: &str = "state";
/// What sweeps look for: in the sparse index only while there is something to do.
pub(crate) const DUE: &str = "due";
pub(crate) const DUE_AT: &str = "dueAt";
pub(crate) const MEMBER: &str = "userId";
pub(crate) const PURCHASE_DATE: &str = "purchaseDate";
pub(crate) const CREATED_AT: &str = "createdAt";
pub(crate) const INTENT: &str = "stripePaymentIntentId";
/// The indexes.
pub(crate) const DUE_INDEX: &str = "due";
/// Of a member what has something to end: a grant with credits, a hold that has not ended, a pending purchase.
pub(crate) const OPEN_INDEX: &str = "open";
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
    moment.into()
}

/// A moment as the ledger has it.
pub(super) fn moment(time: Timestamp) -> Moment {
    time.into()
}

/// The partition of a member's rows.
pub(crate) fn member_pk(member: &UserId) -> String {
    format!("{MEMBER_PREFIX}{}", member.as_str())
}

/// The sort key of a member's transaction.
pub(crate) fn transaction_sk(sequence: u64) -> String {
    format!("{TRANSACTIONS}{sequence:012}")
}

/// Where in a member's purchases a page has ended: `<date>#<id>`, from the key of its last row in the index.
pub(crate) fn purchase_place(last: &Item) -> Option<String> {
    let (date, pk) = (last.get(PURCHASE_DATE)?.as_s().ok()?, last.get(PK)?.as_s().ok()?);
    Some(format!("{date}#{}", read_purchase_id(pk)?))
}

/// The date in such a place, and the key of the row there.
pub(crate) fn purchase_start<'p>(member: &UserId, place: &'p str) -> Option<(&'p str, Item)> {
    let (date, id) = place.split_once('#')?;
    let mut start = credit_key(&RowKey::Purchase(PurchaseId::new(id).ok()?));
    start.insert(MEMBER.to_owned(), AttributeValue::S(member.as_str().to_owned()));
    start.insert(PURCHASE_DATE.to_owned(), AttributeValue::S(date.to_owned()));
    Some((date, start))
}

/// Where a row lies, as texts.
pub(super) fn place(row: &RowKey) -> (String, String) {
    match row {
        RowKey::Balance(member) => (member_pk(member), BALANCE.to_owned()),
        RowKey::Grant(member, expires, id) => {
            (member_pk(member), format!("{GRANTS}{}#{id}", String::from(time(*expires))))
        }
        RowKey::Transaction(member, sequence) => (member_pk(member), transaction_sk(*sequence)),
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
