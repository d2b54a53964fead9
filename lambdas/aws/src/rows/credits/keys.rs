use aws_sdk_dynamodb::types::AttributeValue;
use billing::ledger::{HoldId, Key, PurchaseId, RowKey, UserId};
use zest_core::Timestamp;

use crate::rows::keys::{Item, PK, key};

/// Sort key of the balance; sorts before the grants.
pub(crate) const BALANCE: &str = "BAL";
/// Sorts after all grants and before holds and transactions.
pub(crate) const AFTER_GRANTS: &str = "G~";
pub(crate) const GRANTS: &str = "G#";
pub(crate) const TRANSACTIONS: &str = "T#";
pub(crate) const HOLDS: &str = "H#";

pub(crate) const VERSION: &str = "version";
pub(crate) const SEQUENCE: &str = "sequence";
pub(crate) const REMAINING: &str = "creditsRemaining";
pub(crate) const STATE: &str = "state";
pub(crate) const DUE: &str = "due";
pub(crate) const DUE_AT: &str = "dueAt";
pub(crate) const MEMBER: &str = "userId";
pub(crate) const PURCHASE_DATE: &str = "purchaseDate";
pub(crate) const CREATED_AT: &str = "createdAt";
pub(crate) const INTENT: &str = "stripePaymentIntentId";
pub(crate) const DUE_INDEX: &str = "due";
/// Index of a member's open rows: grants with credits, open holds, pending purchases.
pub(crate) const OPEN_INDEX: &str = "open";
pub(crate) const PURCHASES_INDEX: &str = "purchases";
pub(crate) const PAYMENTS_INDEX: &str = "payments";

pub(crate) const DUE_GRANT: &str = "GRANT";
pub(crate) const DUE_HOLD: &str = "HOLD";
pub(crate) const DUE_PURCHASE: &str = "PURCHASE";

const MEMBER_PREFIX: &str = "U#";
const PURCHASE_PREFIX: &str = "P#";

pub(crate) fn time(moment: Timestamp) -> Timestamp {
    moment
}

pub(super) fn moment(time: Timestamp) -> Timestamp {
    time
}

pub(crate) fn member_pk(member: &UserId) -> String {
    format!("{MEMBER_PREFIX}{}", member.as_str())
}

pub(crate) fn transaction_sk(sequence: u64) -> String {
    format!("{TRANSACTIONS}{sequence:012}")
}

/// Page token `<date>#<id>` from an index key.
pub(crate) fn purchase_page_token(last: &Item) -> Option<String> {
    let (date, pk) = (last.get(PURCHASE_DATE)?.as_s().ok()?, last.get(PK)?.as_s().ok()?);
    Some(format!("{date}#{}", read_purchase_id(pk)?))
}

pub(crate) fn purchase_start<'p>(member: &UserId, place: &'p str) -> Option<(&'p str, Item)> {
    let (date, id) = place.split_once('#')?;
    let mut start = credit_key(&RowKey::Purchase(PurchaseId::new(id).ok()?));
    start.insert(MEMBER.to_owned(), AttributeValue::S(member.as_str().to_owned()));
    start.insert(PURCHASE_DATE.to_owned(), AttributeValue::S(date.to_owned()));
    Some((date, start))
}

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

pub(crate) fn credit_key(row: &RowKey) -> Item {
    let (pk, sk) = place(row);
    key(pk, sk)
}

pub(crate) fn read_member(pk: &str) -> Option<UserId> {
    UserId::new(pk.strip_prefix(MEMBER_PREFIX)?).ok()
}

pub(crate) fn read_hold_id(sk: &str) -> Option<HoldId> {
    HoldId::new(sk.strip_prefix(HOLDS)?).ok()
}

pub(crate) fn read_purchase_id(pk: &str) -> Option<PurchaseId> {
    PurchaseId::new(pk.strip_prefix(PURCHASE_PREFIX)?).ok()
}

pub(super) fn read_key(written: &str) -> Option<Key> {
    Key::parse(written)
}
