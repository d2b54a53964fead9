use crate::ledger::support::{Kitchen, at, credits, dollars};
use billing::ledger::{
    Amount, Cents, Credits, Finding, HoldId, HoldState, Key, PurchaseId, PurchaseStatus, Row, RowKey, Scope,
    audit,
};
use zest_core::Timestamp;

fn account() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.open("b7", at(0)).unwrap();
    kitchen.pay("b7", "cs_1", dollars(699), at(1)).unwrap();
    kitchen.grant("welcome", 10, 1_000, at(2)).unwrap();
    for (id, number) in [("held", 1), ("used", 2), ("back", 3)] {
        kitchen.hold(id, number, at(3)).unwrap();
    }
    kitchen.settle("used", at(4)).unwrap();
    kitchen.release("back", at(5)).unwrap();
    kitchen.lose("b7", 233, at(6)).unwrap();
    kitchen.is_sound(at(7));
    kitchen
}

fn found(key: impl Fn(&Kitchen) -> RowKey, damage: impl Fn(&mut Row)) -> Vec<(String, Finding)> {
    let kitchen = account();
    let mut row = kitchen.rows.row(&key(&kitchen)).unwrap();
    damage(&mut row);
    kitchen.rows.lose(&key(&kitchen));
    kitchen.rows.insert_unconditionally(row);
    findings(&kitchen, at(7))
}

fn found_without(key: impl Fn(&Kitchen) -> RowKey) -> Vec<(String, Finding)> {
    let kitchen = account();
    kitchen.rows.lose(&key(&kitchen));
    findings(&kitchen, at(7))
}

fn findings(kitchen: &Kitchen, when: Timestamp) -> Vec<(String, Finding)> {
    let rows = kitchen.rows.rows_of(&kitchen.member);
    audit(&rows, when).into_iter().map(|damage| (damage.row, damage.finding)).collect()
}

fn balance(kitchen: &Kitchen) -> RowKey {
    RowKey::Balance(kitchen.member.clone())
}

fn transaction(number: u64) -> impl Fn(&Kitchen) -> RowKey {
    move |kitchen| RowKey::Transaction(kitchen.member.clone(), number)
}

fn hold(id: &'static str) -> impl Fn(&Kitchen) -> RowKey {
    move |kitchen| RowKey::Hold(kitchen.member.clone(), HoldId::new(id).unwrap())
}

fn purchase(_: &Kitchen) -> RowKey {
    RowKey::Purchase(PurchaseId::new("b7").unwrap())
}

fn present(kitchen: &Kitchen) -> RowKey {
    let grants = kitchen.rows.rows_of(&kitchen.member).grants;
    Row::Grant(grants.into_iter().find(|grant| grant.purchase.is_none()).unwrap()).key()
}

fn bought(kitchen: &Kitchen) -> RowKey {
    let grants = kitchen.rows.rows_of(&kitchen.member).grants;
    Row::Grant(grants.into_iter().find(|grant| grant.purchase.is_some()).unwrap()).key()
}

fn names(found: &[(String, Finding)], row: &str, finding: Finding) {
    assert!(found.contains(&(row.to_owned(), finding)), "{row}, {finding:?}: {found:?}");
}

macro_rules! damaged {
    ($kind:ident, |$row:ident| $change:expr) => {
        |stored: &mut Row| {
            let Row::$kind($row) = stored else { panic!("another kind of row") };
            $change;
        }
    };
}

#[test]
fn a_damaged_balance_is_named() {
    let one_more = found(balance, damaged!(Balance, |row| row.balance = credits(99)));
    names(&one_more, "balance", Finding::NotWhatGrantsHold);
    names(&one_more, "balance", Finding::NotTheSum);
    let total = found(balance, damaged!(Balance, |row| row.lifetime_usage = credits(99)));
    assert_eq!(total, [("balance".to_owned(), Finding::TotalsDiffer)]);
    let version = found(balance, damaged!(Balance, |row| row.version = 99));
    assert_eq!(version, [("balance".to_owned(), Finding::NotTheLast)]);
    names(&found_without(balance), "balance", Finding::Missing);
}

#[test]
fn a_damaged_grant_is_named() {
    let fewer = found(present, damaged!(Grant, |row| row.remaining = credits(1)));
    names(&fewer, "grant t2-0", Finding::RemainderDiffers);
    let more = found(present, damaged!(Grant, |row| row.granted = Credits::ONE));
    assert_eq!(more, [("grant t2-0".to_owned(), Finding::MoreThanGranted)]);
    let expired = found(present, damaged!(Grant, |row| row.expired = true));
    assert_eq!(expired, [("grant t2-0".to_owned(), Finding::ExpiredWithCredits)]);
    names(&found_without(bought), "purchase b7", Finding::NotOneGrant);
    names(&found_without(bought), "transaction 1", Finding::UnknownGrant);
    let other = found(bought, damaged!(Grant, |row| row.granted = credits(61)));
    assert_eq!(other, [("purchase b7".to_owned(), Finding::NotOneGrant)]);
    let kitchen = account();
    names(&findings(&kitchen, at(1_000_000)), "grant t2-0", Finding::Overdue);
}

#[test]
fn a_damaged_transaction_is_named() {
    let amount = found(transaction(3), damaged!(Transaction, |row| row.amount = Amount::new(-2)));
    names(&amount, "transaction 3", Finding::ChainBroken);
    names(&amount, "transaction 3", Finding::NotItsAllocations);
    let late = found(transaction(3), damaged!(Transaction, |row| row.created_at = at(500)));
    assert_eq!(late, [("transaction 4".to_owned(), Finding::OutOfTime)]);
    names(&found_without(transaction(4)), "transaction 4", Finding::Missing);
    let key = || Key::new(Scope::Grant, "welcome").ok();
    let twice = found(transaction(7), damaged!(Transaction, |row| row.key = key()));
    names(&twice, "transaction 7", Finding::KeyTwice);
    let unknown = || Key::new(Scope::Spend, "never").ok();
    let unrecorded = found(transaction(7), damaged!(Transaction, |row| row.key = unknown()));
    assert_eq!(unrecorded, [("transaction 7".to_owned(), Finding::KeyUnrecorded)]);
    let record = |_: &Kitchen| RowKey::Record(Key::new(Scope::Grant, "welcome").unwrap());
    assert_eq!(found_without(record), [("transaction 2".to_owned(), Finding::KeyUnrecorded)]);
    let other = found(record, damaged!(Record, |row| row.receipt.sequence = 9));
    assert_eq!(other, [("record grant#welcome".to_owned(), Finding::RecordDiffers)]);
}

#[test]
fn a_damaged_hold_is_named() {
    let again = found(hold("back"), damaged!(Hold, |row| row.state = HoldState::Settled));
    assert_eq!(again, [("hold back".to_owned(), Finding::GivenBackWrongly)]);
    let kept = found(hold("used"), damaged!(Hold, |row| row.state = HoldState::Released));
    assert_eq!(kept, [("hold used".to_owned(), Finding::GivenBackWrongly)]);
    let more = found(hold("held"), damaged!(Hold, |row| row.credits = credits(2)));
    assert_eq!(more, [("hold held".to_owned(), Finding::HoldDiffers)]);
    names(&found_without(hold("used")), "transaction 4", Finding::HoldDiffers);
    names(&findings(&account(), at(1_000_000)), "hold held", Finding::Overdue);
}

#[test]
fn a_damaged_purchase_is_named() {
    let row = "purchase b7".to_owned();
    let target = found(purchase, damaged!(Purchase, |row| row.target = credits(61)));
    names(&target, &row, Finding::TargetsDiffer);
    let lost = found(purchase, damaged!(Purchase, |row| row.lost = Cents::ZERO));
    assert_eq!(lost, [(row.clone(), Finding::TargetsDiffer)]);
    let clawed = found(purchase, damaged!(Purchase, |row| row.clawed = credits(19)));
    names(&clawed, &row, Finding::ClawedDiffers);
    names(&clawed, &row, Finding::NotClawed);
    let refunded = found(purchase, damaged!(Purchase, |row| row.status = PurchaseStatus::Refunded));
    assert_eq!(refunded, [(row.clone(), Finding::StatusDiffers)]);
    let failed = found(purchase, damaged!(Purchase, |row| row.status = PurchaseStatus::Failed));
    assert_eq!(failed, [(row, Finding::NotOneGrant)]);
    names(&found_without(purchase), "grant pb7", Finding::NotOneGrant);
}

#[test]
fn an_unreadable_row_is_named() {
    let kitchen = account();
    let mut rows = kitchen.rows.rows_of(&kitchen.member);
    rows.unreadable.push("T#000000000009".to_owned());
    let damage = audit(&rows, at(7)).pop().unwrap();
    assert_eq!(damage.to_string(), "T#000000000009: it cannot be read");
}
