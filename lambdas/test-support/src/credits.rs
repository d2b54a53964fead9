//! Contract of the ledger's port.

mod lists;

use std::collections::BTreeMap;
use std::time::Duration;

use billing::ledger::{
    Applied, Cents, Change, CheckoutSession, CommitError, Condition, Credits, Currency, Due, DueKind, Expire,
    Failure, Fulfil, Grant, GrantRow, GrantType, Hold, HoldId, Key, Lookups, Note, OpenPurchase, Operation,
    PackageId, Payment, PaymentIntent, Price, Purchase, PurchaseId, Put, Reclaim, Refusal, Release,
    RetryPolicy, Row, Scope, Settle, Spend, State, Store, UserId, audit, perform,
};
use futures_util::future::join_all;
use zest_core::Timestamp;

pub use lists::credit_reads;

const TRIES: u32 = 500;
const AT_ONCE: usize = 16;

/// Gives up after [`TRIES`] attempts.
struct Persistent(u32);

impl RetryPolicy for Persistent {
    async fn wait(&mut self) -> bool {
        tokio::task::yield_now().await;
        self.0 += 1;
        self.0 < TRIES
    }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_millis(1_795_246_680_007 + seconds * 1_000)
}

fn credits(number: i64) -> Credits {
    Credits::new(number).expect("credits")
}

fn price() -> Price {
    Price { cents: Cents::new(699).expect("cents"), currency: Currency::USD }
}

struct Run<'s, S> {
    store: &'s S,
    space: u64,
}

impl<S: Store + Lookups> Run<'_, S> {
    fn member(&self, name: &str) -> UserId {
        UserId::new(format!("{name}-{}", self.space)).expect("a name")
    }

    fn name(&self, name: &str) -> String {
        format!("{name}-{}", self.space)
    }

    async fn ask<O: Operation>(&self, operation: &O, when: Timestamp) -> Result<O::Outcome, Refusal> {
        match perform(self.store, operation, when, &mut Persistent(0)).await {
            Ok(outcome) => Ok(outcome),
            Err(Failure::Refused(refusal)) => Err(refusal),
            Err(Failure::Store(error)) => panic!("the store: {error}"),
        }
    }

    async fn state(&self, member: &UserId) -> State {
        let expire = Expire { member: member.clone() };
        self.store.read(&expire.needs()).await.expect("a state")
    }

    fn grant(&self, member: &UserId, key: &str, number: i64) -> Grant {
        Grant {
            member: member.clone(),
            key: Key::new(Scope::Grant, self.name(key)).expect("a key"),
            is_present: true,
            credits: credits(number),
            lasts: Duration::from_secs(1_000),
            note: Note::new("Welcome — bienvenue 🍲").expect("a note"),
            metadata: BTreeMap::from([("by".to_owned(), "the contract".to_owned())]),
        }
    }

    fn spend(&self, member: &UserId, key: &str, number: i64) -> Spend {
        Spend {
            member: member.clone(),
            key: Key::new(Scope::Spend, self.name(key)).expect("a key"),
            credits: credits(number),
            note: Note::new("A conversation").expect("a note"),
            metadata: BTreeMap::new(),
        }
    }

    fn hold(&self, member: &UserId, id: &str, number: i64) -> Hold {
        Hold {
            member: member.clone(),
            id: HoldId::new(self.name(id)).expect("an id"),
            credits: credits(number),
            deadline: at(3_600),
            note: Note::new("An import").expect("a note"),
            metadata: BTreeMap::new(),
        }
    }

    fn purchase(&self, id: &str) -> PurchaseId {
        PurchaseId::new(self.name(id)).expect("an id")
    }

    async fn is_sound(&self, member: &UserId) {
        let rows = self.store.rows(member).await.expect("rows");
        let found: Vec<_> = audit(&rows, at(0)).iter().map(ToString::to_string).collect();
        assert_eq!(found, [""; 0]);
    }
}

/// Contract of the ledger's store.
pub async fn ledger(store: &(impl Store + Lookups), space: u64) {
    let run = Run { store, space };
    nothing_is_there_at_first(&run).await;
    every_row_is_read_as_it_was_written(&run).await;
    a_change_is_written_whole_or_not_at_all(&run).await;
    each_condition_holds(&run).await;
    forty_grants_go_at_once(&run).await;
    of_many_at_once_as_many_pass_as_there_are_credits(&run).await;
    one_key_is_done_once_however_many_ask(&run).await;
    one_payment_is_one_grant_however_many_tell(&run).await;
    a_hold_ends_one_way(&run).await;
    sweeps_find_what_is_due(&run).await;
}

async fn nothing_is_there_at_first<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("nobody");
    assert_eq!(run.state(&member).await, State::empty(member.clone()));
    let hold = HoldId::new(run.name("none")).expect("an id");
    let release = Release { member: member.clone(), id: hold };
    let state = run.store.read(&release.needs()).await.expect("a state");
    assert_eq!(state, State::empty(member.clone()));
    assert_eq!(run.store.purchase(&run.purchase("none")).await, Ok(None));
    let intent = PaymentIntent::new(run.name("pi_none")).expect("an intent");
    assert_eq!(run.store.purchase_of(&intent).await, Ok(None));
    run.is_sound(&member).await;
}

/// Purchase with all optional fields.
async fn bought<S: Store + Lookups>(run: &Run<'_, S>, member: &UserId, id: &str) -> Purchase {
    let open = OpenPurchase {
        id: run.purchase(id),
        member: member.clone(),
        package: PackageId::new("60").expect("an id"),
        credits: credits(60),
        price: price(),
    };
    let opened = run.ask(&open, at(0)).await.expect("a purchase");
    assert_eq!(run.ask(&open, at(1)).await, Ok(opened), "the same again");
    run.ask(&payment(run, member, id), at(1)).await.expect("a grant");
    run.store.purchase(&open.id).await.expect("a purchase").expect("it is there")
}

fn payment<S: Store + Lookups>(run: &Run<'_, S>, member: &UserId, id: &str) -> Fulfil {
    Fulfil {
        member: member.clone(),
        purchase: run.purchase(id),
        payment: Payment {
            session: CheckoutSession::new(run.name(&format!("cs_{id}"))).expect("a session"),
            intent: PaymentIntent::new(run.name(&format!("pi_{id}"))).ok(),
            price: price(),
        },
    }
}

async fn every_row_is_read_as_it_was_written<S: Store + Lookups>(run: &Run<'_, S>) {
    // The same operations in memory must give equal rows.
    let (memory, member) = (billing::ledger::Memory::default(), run.member("ann"));
    let mirror = Run { store: &memory, space: run.space };
    all_kinds_of_rows(run, &member).await;
    all_kinds_of_rows(&mirror, &member).await;
    let (mut stored, mut expected) =
        (run.store.rows(&member).await.expect("rows"), memory.rows(&member).await.expect("rows"));
    for rows in [&mut stored, &mut expected] {
        rows.grants.sort_by(|one, other| one.id.cmp(&other.id));
        rows.transactions.sort_by_key(|transaction| transaction.sequence);
        rows.holds.sort_by(|one, other| one.id.cmp(&other.id));
        rows.records.sort_by(|one, other| one.key.cmp(&other.key));
    }
    assert_eq!(stored, expected);
    let intent = PaymentIntent::new(run.name("pi_p1")).expect("an intent");
    let found = run.store.purchase_of(&intent).await.expect("a purchase");
    assert_eq!(found.as_ref(), expected.purchases.first());
    run.is_sound(&member).await;
}

async fn all_kinds_of_rows<S: Store + Lookups>(run: &Run<'_, S>, member: &UserId) {
    let bought = bought(run, member, "p1").await;
    run.ask(&run.grant(member, "ann", 3), at(2)).await.expect("a grant");
    run.ask(&run.hold(member, "soup", 2), at(3)).await.expect("a hold");
    run.ask(&run.hold(member, "stew", 10), at(4)).await.expect("a hold");
    run.ask(&run.spend(member, "talk", 1), at(5)).await.expect("a spend");
    let settle = Settle { member: member.clone(), id: run.hold(member, "soup", 2).id };
    assert_eq!(run.ask(&settle, at(6)).await, Ok(()));
    let lost = Cents::new(699).expect("cents");
    let reclaim = Reclaim {
        member: member.clone(),
        purchase: bought.id.clone(),
        seen: bought.version,
        lost,
        metadata: BTreeMap::new(),
    };
    run.ask(&reclaim, at(7)).await.expect("a refund");
    assert_eq!(run.ask(&reclaim, at(8)).await, Err(Refusal::Stale));
    let release = Release { member: member.clone(), id: run.hold(member, "stew", 10).id };
    run.ask(&release, at(9)).await.expect("a release");
    run.ask(&Expire { member: member.clone() }, at(2_000)).await.expect("an expiry");
}

async fn granting<S: Store + Lookups>(run: &Run<'_, S>, member: &UserId, key: &str) -> Change {
    let grant = run.grant(member, key, 5);
    let state = run.store.read(&grant.needs()).await.expect("a state");
    match grant.decide(&state, at(0)) {
        Ok(billing::ledger::Decision::Commit(change, _)) => change,
        other => panic!("{other:?}"),
    }
}

async fn a_change_is_written_whole_or_not_at_all<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("whole");
    let change = granting(run, &member, "whole").await;
    for broken in 0..change.puts.len() {
        let mut puts = change.puts.clone();
        if let Some(put) = puts.get_mut(broken) {
            // No row has this version or remainder.
            put.condition = match put.row {
                Row::Grant(_) => Condition::Remaining(credits(1)),
                _ => Condition::Version(7),
            };
        }
        assert_eq!(run.store.commit(&Change { puts }).await, Err(CommitError::Conflict), "{broken}");
        assert_eq!(run.state(&member).await, State::empty(member.clone()), "something was written");
    }
    assert_eq!(run.store.commit(&change).await, Ok(()));
    assert_eq!(run.store.commit(&change).await, Err(CommitError::Conflict), "the same write twice");
    run.is_sound(&member).await;
}

async fn each_condition_holds<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("conditions");
    bought(run, &member, "p2").await;
    run.ask(&run.hold(&member, "held", 1), at(2)).await.expect("a hold");
    let rows = run.store.rows(&member).await.expect("rows");
    let (balance, grant, hold, purchase) = (
        rows.balance.expect("a balance"),
        rows.grants.first().expect("a grant").clone(),
        rows.holds.first().expect("a hold").clone(),
        rows.purchases.first().expect("a purchase").clone(),
    );
    let cases = [
        (Row::Balance(balance.clone()), Condition::Version(balance.version), Condition::Version(99)),
        (Row::Purchase(purchase.clone()), Condition::Version(purchase.version), Condition::Version(99)),
        (Row::Grant(grant.clone()), Condition::Remaining(grant.remaining), Condition::Remaining(credits(99))),
        (
            Row::Hold(hold),
            Condition::InState(billing::ledger::HoldState::Held),
            Condition::InState(billing::ledger::HoldState::Released),
        ),
    ];
    for (row, met, other) in cases {
        for (condition, expected) in [
            (met, Ok(())),
            (other, Err(CommitError::Conflict)),
            (Condition::Absent, Err(CommitError::Conflict)),
        ] {
            // Alone and combined, because these are different requests.
            let alone = Put { row: row.clone(), condition };
            assert_eq!(run.store.commit(&Change { puts: vec![alone.clone()] }).await, expected, "{row:?}");
            let beside = match row {
                Row::Balance(_) => {
                    Put { row: Row::Grant(grant.clone()), condition: Condition::Remaining(grant.remaining) }
                }
                _ => {
                    Put { row: Row::Balance(balance.clone()), condition: Condition::Version(balance.version) }
                }
            };
            assert_eq!(run.store.commit(&Change { puts: vec![alone, beside] }).await, expected, "{row:?}");
        }
    }
}

async fn forty_grants_go_at_once<S: Store + Lookups>(run: &Run<'_, S>) {
    for number in [40_u8, 41, 100] {
        let member = run.member(&format!("crowd-{number}"));
        for n in 0..number {
            let grant = run.grant(&member, &format!("{number}-{n}"), 1);
            let lasts = Duration::from_secs(1_000 + u64::from(n));
            run.ask(&Grant { lasts, ..grant }, at(0)).await.expect("a grant");
        }
        let hold = run.hold(&member, &format!("crowd-{number}"), number.into());
        let held = run.ask(&hold, at(1)).await.expect("a hold");
        assert_eq!(held.receipt.balance_after, Credits::ZERO, "{number}");
        run.is_sound(&member).await;
    }
}

async fn of_many_at_once_as_many_pass_as_there_are_credits<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("many");
    run.ask(&run.grant(&member, "many", 9), at(0)).await.expect("a grant");
    let tries = (0..AT_ONCE).map(|n| {
        let spend = run.spend(&member, &format!("many-{n}"), 1);
        async move { run.ask(&spend, at(1)).await }
    });
    let answers = join_all(tries).await;
    let passed = answers.iter().filter(|answer| answer.is_ok()).count();
    let refused = Err(Refusal::Insufficient { available: Credits::ZERO });
    assert_eq!((passed, answers.iter().filter(|answer| **answer == refused).count()), (9, AT_ONCE - 9));
    run.is_sound(&member).await;
}

async fn one_key_is_done_once_however_many_ask<S: Store + Lookups>(run: &Run<'_, S>) {
    for round in 0..5 {
        let (member, key) = (run.member(&format!("once-{round}")), format!("once-{round}"));
        run.ask(&run.grant(&member, &key, 1), at(0)).await.expect("a grant");
        // With one credit, a call that misses the record would be refused. Staggered calls make reads and
        // writes overlap.
        let spend = run.spend(&member, &key, 1);
        let spend = &spend;
        let late = (0..3 * AT_ONCE).map(|turns| async move {
            for _ in 0..turns % AT_ONCE {
                let _: Option<Purchase> = run.store.purchase(&run.purchase("none")).await.expect("nothing");
            }
            run.ask(spend, at(1)).await
        });
        is_done_once(&join_all(late).await);
        run.is_sound(&member).await;
    }
}

fn is_done_once(answers: &[Result<Applied, Refusal>]) {
    let applied: Vec<_> = answers.iter().map(|answer| answer.as_ref().expect("it is done")).collect();
    assert_eq!(applied.iter().filter(|applied| !applied.is_replay).count(), 1);
    let first = applied.first().expect("an answer");
    assert!(applied.iter().all(|applied| applied.receipt == first.receipt));
}

async fn one_payment_is_one_grant_however_many_tell<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("buyer");
    let open = OpenPurchase {
        id: run.purchase("p3"),
        member: member.clone(),
        package: PackageId::new("60").expect("an id"),
        credits: credits(60),
        price: price(),
    };
    run.ask(&open, at(0)).await.expect("a purchase");
    let fulfil = payment(run, &member, "p3");
    is_done_once(&join_all((0..AT_ONCE).map(|_| run.ask(&fulfil, at(1)))).await);
    assert_eq!(run.state(&member).await.shown(at(2)), credits(60));
    run.is_sound(&member).await;
}

async fn a_hold_ends_one_way<S: Store + Lookups>(run: &Run<'_, S>) {
    let member = run.member("ends");
    run.ask(&run.grant(&member, "ends", 10), at(0)).await.expect("a grant");
    for number in 0..8 {
        let hold = run.hold(&member, &format!("ends-{number}"), 1);
        run.ask(&hold, at(1)).await.expect("a hold");
        let settle = Settle { member: member.clone(), id: hold.id.clone() };
        let release = Release { member: member.clone(), id: hold.id.clone() };
        let (settled, released) = tokio::join!(run.ask(&settle, at(2)), run.ask(&release, at(2)));
        let ends = (settled.map_err(|_| ()), released.map(drop).map_err(|_| ()));
        assert!(matches!(ends, (Ok(()), Err(())) | (Err(()), Ok(()))), "{ends:?}");
    }
    run.is_sound(&member).await;
}

async fn sweeps_find_what_is_due<S: Store + Lookups>(run: &Run<'_, S>) {
    // This time is early, so that rows of other runs are later.
    let member = run.member("due");
    let (then, limit) =
        (Timestamp::from_millis(i64::try_from(run.space % 1_000_000_000).unwrap_or_default()), 1_000);
    let due = async |kind, until| run.store.due(kind, until, limit).await.expect("what is due");
    let grant = GrantRow {
        id: billing::ledger::GrantId::new("t1-0").expect("an id"),
        member: member.clone(),
        kind: GrantType::Adjustment,
        purchase: None,
        granted: credits(2),
        remaining: credits(2),
        granted_at: then,
        expires_at: then,
        expired: false,
        updated_at: then,
    };
    let put = |remaining, condition| {
        let row = Row::Grant(GrantRow { remaining, ..grant.clone() });
        Change { puts: vec![Put { row, condition }] }
    };
    assert_eq!(run.store.commit(&put(credits(2), Condition::Absent)).await, Ok(()));
    let found = Due::Grant(member.clone());
    assert!(due(DueKind::Grants, then).await.contains(&found));
    assert!(!due(DueKind::Grants, Timestamp::from_millis(then.millis() - 1)).await.contains(&found));
    assert_eq!(run.store.commit(&put(credits(0), Condition::Remaining(credits(2)))).await, Ok(()));
    assert!(!due(DueKind::Grants, then).await.contains(&found), "there is nothing left to expire");

    let holder = run.member("ends");
    run.ask(&run.grant(&holder, "due", 1), at(0)).await.expect("a grant");
    let hold = Hold { deadline: then, ..run.hold(&holder, "due", 1) };
    run.ask(&hold, at(1)).await.expect("a hold");
    let found = Due::Hold(holder.clone(), hold.id.clone());
    assert!(due(DueKind::Holds, then).await.contains(&found));
    assert_eq!(run.ask(&Settle { member: holder, id: hold.id }, at(2)).await, Ok(()));
    assert!(!due(DueKind::Holds, then).await.contains(&found), "it has ended");

    let open = OpenPurchase {
        id: run.purchase("p4"),
        member: member.clone(),
        package: PackageId::new("60").expect("an id"),
        credits: credits(60),
        price: price(),
    };
    run.ask(&open, then).await.expect("a purchase");
    let found = Due::Purchase(open.id.clone());
    assert!(due(DueKind::Purchases, then).await.contains(&found));
    run.ask(&payment(run, &member, "p4"), at(1)).await.expect("a grant");
    assert!(!due(DueKind::Purchases, then).await.contains(&found), "it was paid");
}
