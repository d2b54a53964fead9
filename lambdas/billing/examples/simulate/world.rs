//! Shared state of one seed: rows, provider, a clock per worker, and a faulty store.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use billing::ledger::{
    Change, CommitError, Key, Memory, Needs, Receipt, RetryPolicy, Row, RowKey, State, Store, UserId,
};
use zest_core::{PortError, Timestamp};

use crate::check;
use crate::provider::Account;
use crate::random::Random;

pub(crate) const WORKERS: usize = 4;
const TRIES: u32 = 12;

/// What a worker saw at its last read, recorded independently of the ledger for the checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastRead {
    pub(crate) live: u32,
    /// Whether the key's record existed when the grants were read.
    pub(crate) was_done: bool,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) random: Random,
    pub(crate) is_broken: bool,
    pub(crate) clock: i64,
    pub(crate) skews: [i64; WORKERS],
    pub(crate) provider: BTreeMap<String, Account>,
    /// Start time of each worker's operation.
    pub(crate) nows: [Timestamp; WORKERS],
    /// `Action::body` of each worker's request.
    pub(crate) bodies: [i64; WORKERS],
    pub(crate) glances: [LastRead; WORKERS],
    /// The request body that was executed under each key.
    pub(crate) done_for: BTreeMap<Key, i64>,
    pub(crate) answered: BTreeMap<Key, Receipt>,
    pub(crate) violations: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) rows: Memory,
    pub(crate) members: Vec<UserId>,
    shared: Mutex<Shared>,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let skews = std::array::from_fn(|_| random.between(-2, 2) * random.between(0, 1_000));
        Self {
            rows: Memory::default(),
            members: ["ann", "bob"].map(|name| UserId::new(name).expect("a name")).into(),
            shared: Mutex::new(Shared {
                random,
                is_broken: true,
                clock: 1_800_000_000_000,
                skews,
                provider: BTreeMap::new(),
                nows: [Timestamp::default(); WORKERS],
                bodies: [0; WORKERS],
                glances: std::array::from_fn(|_| LastRead::default()),
                done_for: BTreeMap::new(),
                answered: BTreeMap::new(),
                violations: Vec::new(),
            }),
        }
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn violate(&self, violation: String) {
        self.shared().violations.push(violation);
    }

    pub(crate) fn now(&self, worker: usize) -> Timestamp {
        let shared = self.shared();
        let skew = if shared.is_broken { shared.skews.get(worker).copied().unwrap_or_default() } else { 0 };
        Timestamp::from_millis(shared.clock + skew)
    }

    pub(crate) fn begin(&self, worker: usize) -> Timestamp {
        let now = self.now(worker);
        if let Some(begun) = self.shared().nows.get_mut(worker) {
            *begun = now;
        }
        now
    }

    pub(crate) fn begun(&self, worker: usize) -> Timestamp {
        self.shared().nows.get(worker).copied().unwrap_or_default()
    }

    fn happens(&self, percent: u64) -> bool {
        let mut shared = self.shared();
        shared.is_broken && shared.random.happens(percent)
    }

    pub(crate) fn store(&self, worker: usize) -> FaultyStore<'_> {
        FaultyStore { world: self, worker }
    }
}

pub(crate) struct Yield(pub(crate) bool);

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

pub(crate) async fn others() {
    Yield(false).await;
}

pub(crate) struct Turns(pub(crate) u32);

impl RetryPolicy for Turns {
    async fn wait(&mut self) -> bool {
        others().await;
        self.0 += 1;
        self.0 < TRIES
    }
}

/// Store that yields between reads and fails at random.
pub(crate) struct FaultyStore<'w> {
    world: &'w World,
    worker: usize,
}

impl Store for FaultyStore<'_> {
    async fn read(&self, needs: &Needs) -> Result<State, PortError> {
        let (rows, world) = (&self.world.rows, self.world);
        let mut state = State::empty(needs.member.clone());
        others().await;
        if world.happens(2) {
            return Err(PortError::Busy("throttled".to_owned()));
        }
        rows.read_work(needs, &mut state);
        others().await;
        // A query is not a snapshot: the balance may be older than the grants.
        let mut first = State::empty(needs.member.clone());
        rows.read_account(needs, &mut first);
        if world.happens(30) {
            others().await;
        }
        rows.read_account(needs, &mut state);
        state.balance = first.balance;
        let glance = LastRead {
            live: check::live(&state.grants, world.begun(self.worker)),
            was_done: needs.key.as_ref().is_some_and(|key| rows.row(&RowKey::Record(key.clone())).is_some()),
        };
        if let Some(last) = world.shared().glances.get_mut(self.worker) {
            *last = glance;
        }
        others().await;
        rows.read_record(needs, &mut state);
        Ok(state)
    }

    async fn commit(&self, change: &Change) -> Result<(), CommitError> {
        others().await;
        let world = self.world;
        if world.happens(3) {
            return Err(CommitError::Conflict);
        }
        if world.happens(2) {
            return Err(PortError::Busy("throttled".to_owned()).into());
        }
        let before = check::before(&world.rows, change);
        world.rows.write(change)?;
        let found = check::step(&world.rows, world.begun(self.worker), change, &before);
        world.shared().violations.extend(found);
        self.note_keys(change);
        // From here on the change is written, even if the answer is lost.
        others().await;
        if world.happens(2) {
            return Err(PortError::Busy("the answer was lost".to_owned()).into());
        }
        Ok(())
    }
}

impl FaultyStore<'_> {
    fn note_keys(&self, change: &Change) {
        let mut shared = self.world.shared();
        let body = shared.bodies.get(self.worker).copied().unwrap_or_default();
        for put in &change.puts {
            if let Row::Record(record) = &put.row {
                shared.done_for.entry(record.key.clone()).or_insert(body);
            }
        }
    }
}
