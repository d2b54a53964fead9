//! Rows round-trip, old formats stay readable, and invalid values are errors.

use std::collections::BTreeMap;
use std::path::Path;

use billing::ledger::{
    Allocation, Amount, Balance, Cents, CheckoutSession, Credits, Currency, Fingerprint, GrantId, GrantRow,
    GrantType, HoldId, HoldRow, HoldState, Key, Kind, PackageId, PaymentIntent, Price, Purchase, PurchaseId,
    PurchaseStatus, Receipt, Record, Row, Scope, Transaction, UserId,
};
use serde_dynamo::{AttributeValue, Item};
use zest_core::{PortError, Timestamp};

use crate::rows::credits::{
    credit_item, read_balance, read_grant, read_hold, read_purchase, read_record, read_transaction,
};
use crate::rows::keys::SK;

fn credits(number: i64) -> Credits {
    Credits::new(number).unwrap()
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_795_246_680_007 + seconds * 1_000)
}

fn member() -> UserId {
    UserId::new("0f8b4c1e-52d6-4a7b-9c3d-1e2f3a4b5c6d").unwrap()
}

fn taken() -> Vec<Allocation> {
    let purchase = PurchaseId::new("b7").unwrap();
    let part = |grant: &str, purchase, amount| Allocation {
        grant: GrantId::new(grant).unwrap(),
        purchase,
        amount: Amount::new(amount),
    };
    vec![part("t1-0", None, -1), part("pb7", Some(purchase), -2)]
}

fn samples() -> Vec<Row> {
    let purchase = Purchase {
        id: PurchaseId::new("b7").unwrap(),
        member: member(),
        version: 4,
        status: PurchaseStatus::Completed,
        package: PackageId::new("credits-60").unwrap(),
        credits: credits(60),
        price: Price { cents: Cents::new(699).unwrap(), currency: Currency::USD },
        session: CheckoutSession::new("cs_test_a1").ok(),
        intent: PaymentIntent::new("pi_3").ok(),
        purchased_at: at(0),
        expires_at: Some(at(31_622_400)),
        lost: Cents::new(233).unwrap(),
        target: credits(20),
        clawed: credits(10),
        updated_at: at(9),
    };
    let grant = GrantRow {
        id: GrantId::new("pb7").unwrap(),
        member: member(),
        kind: GrantType::Purchase,
        purchase: PurchaseId::new("b7").ok(),
        granted: credits(60),
        remaining: credits(48),
        granted_at: at(1),
        expires_at: at(31_622_401),
        expired: false,
        updated_at: at(1),
    };
    let transaction = Transaction {
        member: member(),
        sequence: 3,
        kind: Kind::Usage,
        amount: Amount::new(-3),
        balance_after: credits(57),
        allocations: taken(),
        key: Key::new(Scope::Hold, "0123-1").ok(),
        purchase: PurchaseId::new("b7").ok(),
        description: "A picture — crème brûlée 🍲".to_owned(),
        metadata: BTreeMap::from([("import".to_owned(), "0123".to_owned())]),
        created_at: at(2),
    };
    let hold = HoldRow {
        id: HoldId::new("0123-1").unwrap(),
        member: member(),
        state: HoldState::Held,
        credits: credits(3),
        taken: taken(),
        sequence: 3,
        deadline: at(3_600),
        created_at: at(2),
        updated_at: at(2),
    };
    vec![
        Row::Balance(Balance {
            member: member(),
            version: 3,
            balance: credits(57),
            lifetime_credits: credits(70),
            lifetime_usage: credits(3),
            lifetime_expired: credits(4),
            lifetime_refunded: credits(5),
            lifetime_adjusted_out: credits(1),
            created_at: at(0),
            updated_at: at(2),
        }),
        Row::Grant(GrantRow {
            purchase: None,
            kind: GrantType::Promotional,
            remaining: Credits::ZERO,
            expired: true,
            ..grant.clone()
        }),
        Row::Grant(grant),
        Row::Transaction(Transaction {
            key: None,
            purchase: None,
            allocations: Vec::new(),
            metadata: BTreeMap::new(),
            kind: Kind::Merge,
            amount: Amount::default(),
            ..transaction.clone()
        }),
        Row::Transaction(transaction),
        Row::Hold(HoldRow { state: HoldState::Settled, ..hold.clone() }),
        Row::Hold(hold),
        Row::Record(Record {
            key: Key::new(Scope::Checkout, "cs_test_a1").unwrap(),
            member: member(),
            fingerprint: Fingerprint::of(&["one"]),
            receipt: Receipt { sequence: 1, amount: Amount::new(60), balance_after: credits(60) },
            created_at: at(1),
        }),
        Row::Purchase(Purchase {
            status: PurchaseStatus::Pending,
            session: None,
            intent: None,
            expires_at: None,
            ..purchase.clone()
        }),
        Row::Purchase(purchase),
    ]
}

fn read(item: Item) -> Result<Row, PortError> {
    let sort_key = match item.get(SK) {
        Some(AttributeValue::S(text)) => text.clone(),
        other => panic!("no sort key: {other:?}"),
    };
    let item = item.into();
    match sort_key.split('#').next().unwrap() {
        "BAL" => read_balance(item).map(Row::Balance),
        "G" => read_grant(item).map(Row::Grant),
        "T" => read_transaction(item).map(Row::Transaction),
        "H" => read_hold(item).map(Row::Hold),
        "I" => read_record(item).map(Row::Record),
        _ => read_purchase(item).map(Row::Purchase),
    }
}

fn written(row: &Row) -> Item {
    credit_item(row).unwrap().into()
}

#[test]
fn rows_round_trip() {
    for row in samples() {
        assert_eq!(read(written(&row)), Ok(row));
    }
}

/// Recorded rows. Never change a file: a new format gets a new file.
fn recorded(name: &str) -> Vec<Item> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded-credits").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn rows_of_older_formats_are_read() {
    // Grants had no `updated_at` at that time.
    let rows: Vec<_> = recorded("2026-11-22.json").into_iter().map(|item| read(item).unwrap()).collect();
    assert_eq!(rows, samples());
}

#[test]
fn rows_are_written_in_the_latest_recorded_format() {
    let items = recorded("2026-11-22-grants-updated.json");
    let rows: Vec<_> = items.iter().cloned().map(|item| read(item).unwrap()).collect();
    assert_eq!(rows, samples());
    assert_eq!(items, rows.iter().map(written).collect::<Vec<_>>(), "what is read is written as it was");
}

#[test]
fn rows_with_unknown_codes_or_numbers_are_unreadable() {
    let unknown = AttributeValue::S("TELEPORTED".to_owned());
    let codes = ["grantType", "kind", "state", "status", "idempotencyKey", "requestHash", "currency"];
    let numbers = [
        "creditBalance",
        "lifetimeUsage",
        "creditsRemaining",
        "creditsGranted",
        "balanceAfter",
        "credits",
        "clawed",
        "lost",
    ];
    let negative = AttributeValue::N("-1".to_owned());
    let mut tried = 0;
    for row in samples() {
        for (names, value) in [(&codes[..], &unknown), (&numbers[..], &negative)] {
            for name in names {
                let mut item = written(&row);
                if let Some(place) = item.get_mut(*name) {
                    *place = value.clone();
                    tried += 1;
                    let answer = read(item);
                    assert!(matches!(answer, Err(PortError::Unreadable(_))), "{name}: {answer:?}");
                }
            }
        }
    }
    assert!(tried > 20, "{tried}");
}
