//! Many workers spend one member's credits at once, in the table LEDGER_TABLE of the cloud that the environment names; `make
//! bench-credits` runs it. Its last line says how many succeeded, in which time, and what the audit finds.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a panic is how a measurement says what is broken, and a line how it says what it has found"
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use aws::{Backoff, Clients, DynamoLedger};
use ledger::{
    Credits, Failure, Grant, Key, Lookups, Moment, Note, Refusal, Scope, Spend, UserId, audit, perform,
};

const WORKERS: u32 = 64;
const BALANCE: u32 = 5_000;
const SPENDS: u32 = 10_000;
const TIMEOUT: Duration = Duration::from_secs(600);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    Moment::from_millis(i64::try_from(since.as_millis()).expect("before the end of time"))
}

#[derive(Default)]
struct Counts {
    next: AtomicU32,
    spent: AtomicU32,
    refused: AtomicU32,
}

async fn work(rows: DynamoLedger, member: UserId, counts: Arc<Counts>) {
    loop {
        let number = counts.next.fetch_add(1, Ordering::Relaxed);
        if number >= SPENDS {
            return;
        }
        let spend = Spend {
            member: member.clone(),
            key: Key::new(Scope::Spend, format!("{}-{number}", member.as_str())).expect("a key"),
            credits: Credits::new(1).expect("one credit"),
            note: Note::new("a measurement").expect("a note"),
            metadata: BTreeMap::new(),
        };
        match perform(&rows, &spend, now(), &mut Backoff::within(TIMEOUT)).await {
            Ok(_) => counts.spent.fetch_add(1, Ordering::Relaxed),
            Err(Failure::Refused(Refusal::Insufficient { .. })) => {
                counts.refused.fetch_add(1, Ordering::Relaxed)
            }
            Err(error) => panic!("spend {number}: {error}"),
        };
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let table = std::env::var("LEDGER_TABLE").expect("LEDGER_TABLE names the table");
    let rows = DynamoLedger::new(Clients::within(TIMEOUT).await.dynamodb(), table);
    let member = UserId::new(format!("measured-{}", now().millis())).expect("a name");
    let grant = Grant {
        member: member.clone(),
        key: Key::new(Scope::Grant, member.as_str()).expect("a key"),
        is_present: false,
        credits: Credits::new(BALANCE.into()).expect("a number of credits"),
        lasts: DAY,
        note: Note::new("a measurement").expect("a note"),
        metadata: BTreeMap::new(),
    };
    perform(&rows, &grant, now(), &mut Backoff::within(TIMEOUT)).await.expect("credits to spend");
    let (counts, started) = (Arc::new(Counts::default()), Instant::now());
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..WORKERS {
        workers.spawn(work(rows.clone(), member.clone(), counts.clone()));
    }
    while let Some(done) = workers.join_next().await {
        done.expect("a worker");
    }
    let seconds = started.elapsed().as_secs_f64();
    let damages = audit(&rows.rows(&member).await.expect("the rows"), now()).len();
    let (spent, refused) = (counts.spent.load(Ordering::Relaxed), counts.refused.load(Ordering::Relaxed));
    println!(
        "spends: workers {WORKERS} spent {spent} refused {refused} seconds {seconds:.1} damages {damages}"
    );
}
