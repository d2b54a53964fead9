#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use app::credits::expiry::{self, Swept};
use app::credits::promotion;
use app::signed_token::KeyRing;
use billing::ledger::{
    Credits, Grant, Key, Memory, Needs, Note, PROMOTIONAL_FOR, RetryPolicy, Scope, State, Store, UserId,
    perform,
};
use zest_core::Timestamp;

const SECOND: Duration = Duration::from_secs(1);

struct Never;

impl RetryPolicy for Never {
    async fn wait(&mut self) -> bool {
        false
    }
}

fn member(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_795_246_680_000 + seconds * 1_000)
}

async fn give(rows: &Memory, name: &str, key: &str, lasts: Duration) {
    let grant = Grant {
        member: member(name),
        key: Key::new(Scope::Grant, key).unwrap(),
        is_present: false,
        credits: Credits::new(5).unwrap(),
        lasts,
        note: Note::new("a test").unwrap(),
        metadata: BTreeMap::new(),
    };
    perform(rows, &grant, at(0), &mut Never).await.unwrap();
}

async fn state(rows: &Memory, name: &str) -> State {
    let needs = Needs { member: member(name), account: true, key: None, hold: None, purchase: None };
    rows.read(&needs).await.unwrap()
}

async fn balance(rows: &Memory, name: &str) -> u32 {
    state(rows, name).await.balance.map_or(0, |balance| balance.balance.get())
}

async fn sweep(rows: &Memory, now: Timestamp, is_over: impl Fn() -> bool) -> Swept {
    expiry::expire(rows, now, || Never, is_over, |_| ()).await.unwrap()
}

#[tokio::test]
async fn grant_expires_exactly_at_its_expiry() {
    for (late, left, swept) in [(-1, 5, 0), (0, 0, 1), (1, 0, 1)] {
        let rows = Memory::default();
        give(&rows, "ann", "one", SECOND * 100).await;
        assert_eq!(sweep(&rows, at(100 + late), || false).await.members, swept, "{late}");
        assert_eq!(balance(&rows, "ann").await, left, "{late}");
        assert_eq!(sweep(&rows, at(100 + late), || false).await.members, 0, "again at {late}");
    }
}

#[tokio::test]
async fn sweep_reads_all_pages_and_the_next_one_continues() {
    let rows = Memory::default();
    for number in 0..250 {
        give(&rows, &format!("m{number}"), &format!("k{number}"), SECOND).await;
    }
    let asked = Cell::new(0);
    let soon_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 40
    };
    let first = sweep(&rows, at(1), soon_over).await;
    assert!((1..100).contains(&first.members), "{first:?}");
    let second = sweep(&rows, at(1), || false).await;
    assert_eq!(first.members + second.members, 250);
    for number in 0..250 {
        assert_eq!(balance(&rows, &format!("m{number}")).await, 0);
    }
}

#[tokio::test]
async fn promotion_is_granted_once_per_address_and_member() {
    let rows = Memory::default();
    let ring = KeyRing::from_json(r#"{"kid":"k1","key":"0123456789abcdef0123456789abcdef"}"#).unwrap();
    for (name, address, expected) in [
        ("ann", None, 0),
        ("ann", Some("Ann@Example.com"), 10),
        ("ann", Some("ann@example.com"), 10),
        ("ann", Some("other@example.com"), 10),
        ("again", Some(" ann@example.COM "), 0),
        ("bob", Some("bob@example.com"), 10),
    ] {
        promotion::welcome(&rows, &ring, &member(name), address, at(0), &mut Never).await.unwrap();
        assert_eq!(balance(&rows, name).await, expected, "{name} {address:?}");
    }
    let grants = state(&rows, "bob").await.grants;
    assert_eq!(grants.first().map(|grant| grant.expires_at), Some(at(0).plus(PROMOTIONAL_FOR)));
}
