//! Benchmark of concurrent spends of one member in the table LEDGER_TABLE (`make bench-credits`), after a
//! single worker as baseline. Prints successes, duration, attempts per success and audit findings.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "measurements fail by panicking and print their results"
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use aws::{Backoff, Clients, DynamoLedger};
use billing::ledger::{
    Change, CommitError, Credits, Failure, Grant, Key, Lookups, Needs, Note, Refusal, Scope, Spend, State,
    Store, UserId, audit, perform,
};
use zest_core::{PortError, Timestamp};

struct Course {
    workers: u32,
    balance: u32,
    spends: u32,
}

const COURSES: [Course; 2] = [
    Course { workers: 1, balance: 100, spends: 200 },
    Course { workers: 64, balance: 5_000, spends: 10_000 },
];
const TIMEOUT: Duration = Duration::from_secs(600);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    Timestamp::from_millis(i64::try_from(since.as_millis()).expect("before the end of time"))
}

#[derive(Default)]
struct Counts {
    next: AtomicU32,
    spent: AtomicU32,
    refused: AtomicU32,
    commits: AtomicU32,
}

struct Counted {
    rows: DynamoLedger,
    counts: Arc<Counts>,
}

impl Store for Counted {
    async fn read(&self, needs: &Needs) -> Result<State, PortError> {
        self.rows.read(needs).await
    }

    async fn commit(&self, change: &Change) -> Result<(), CommitError> {
        self.counts.commits.fetch_add(1, Ordering::Relaxed);
        self.rows.commit(change).await
    }
}

async fn work(rows: DynamoLedger, member: UserId, spends: u32, counts: Arc<Counts>) {
    let rows = Counted { rows, counts: counts.clone() };
    loop {
        let number = counts.next.fetch_add(1, Ordering::Relaxed);
        if number >= spends {
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
    for course in COURSES {
        run(&rows, course).await;
    }
}

async fn run(rows: &DynamoLedger, Course { workers, balance, spends }: Course) {
    let member = UserId::new(format!("measured-{}", now().millis())).expect("a name");
    let grant = Grant {
        member: member.clone(),
        key: Key::new(Scope::Grant, member.as_str()).expect("a key"),
        is_present: false,
        credits: Credits::new(balance.into()).expect("a number of credits"),
        lasts: DAY,
        note: Note::new("a measurement").expect("a note"),
        metadata: BTreeMap::new(),
    };
    perform(rows, &grant, now(), &mut Backoff::within(TIMEOUT)).await.expect("credits to spend");
    let (counts, started) = (Arc::new(Counts::default()), Instant::now());
    let mut working = tokio::task::JoinSet::new();
    for _ in 0..workers {
        working.spawn(work(rows.clone(), member.clone(), spends, counts.clone()));
    }
    while let Some(done) = working.join_next().await {
        done.expect("a worker");
    }
    let seconds = started.elapsed().as_secs_f64();
    let damages = audit(&rows.rows(&member).await.expect("the rows"), now()).len();
    let (spent, refused) = (counts.spent.load(Ordering::Relaxed), counts.refused.load(Ordering::Relaxed));
    let tries = f64::from(counts.commits.load(Ordering::Relaxed)) / f64::from(spent.max(1));
    println!(
        "spends: workers {workers} spent {spent} refused {refused} seconds {seconds:.1} tries {tries:.2} \
         damages {damages}"
    );
}
