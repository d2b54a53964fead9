//! World of one run: in-memory services, a clock, and callers that retry.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::assistant::ScriptedAssistant;
use crate::conversations::{MemoryConversations, MemoryStarter};
use crate::fakes::{
    MemoryAccounts, MemoryArtifacts, MemoryCounters, MemoryMedia, MemoryMembers, MemoryPublisher,
    MemoryRecipes, MemorySignIns, ScriptedWeb,
};
use crate::feedback::MemoryFeedback;
use crate::member_credits::MemoryCredits;
use crate::samples::at;
use crate::shared_lists::MemorySharedLists;
use crate::uploads::{MemoryUploads, PartsOpener, SameWords};
use app::AppError;
use app::addresses::Guard;
use app::signed_token::KeyRing;
use serde_json::json;
use zest_core::Timestamp;

use crate::faults::clock::Clock;
use crate::faults::fault::{Call, Fault, Injector};
use crate::faults::machines::Machines;
use crate::faults::ports::Port;
use crate::faults::samples;

/// Tries of a client, more than an outage.
const CLIENT_TRIES: u32 = 15;
/// Maximum polls of a future; in memory none has to wait.
const POLLS: u32 = 100_000;

/// An event during an execution.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Aborts the execution when it enters a state, this many times.
    AbortAt(&'static str, u32),
    /// Performs an action when the execution enters a state, once.
    DoAt(&'static str, fn(&World)),
}

/// Services and recorded client errors.
#[derive(Debug)]
pub struct World {
    pub(crate) injector: Injector,
    pub(crate) recipes: MemoryRecipes,
    pub(crate) artifacts: MemoryArtifacts,
    pub(crate) media: MemoryMedia,
    pub(crate) uploads: MemoryUploads,
    pub(crate) members: MemoryMembers,
    pub(crate) accounts: MemoryAccounts,
    pub(crate) feedback: MemoryFeedback,
    pub(crate) shared_lists: MemorySharedLists,
    pub(crate) conversations: MemoryConversations,
    pub(crate) starter: MemoryStarter,
    pub(crate) sign_ins: MemorySignIns,
    pub(crate) publisher: MemoryPublisher,
    pub(crate) credits: MemoryCredits,
    pub(crate) counters: MemoryCounters,
    pub(crate) web: ScriptedWeb,
    pub(crate) assistant: ScriptedAssistant,
    pub(crate) opener: PartsOpener,
    pub(crate) recogniser: SameWords,
    pub(crate) keys: KeyRing,
    pub(crate) machines: Machines,
    pub(crate) guard: Guard,
    pub(crate) clock: Clock,
    pub(crate) events: Mutex<Vec<Event>>,
    refusals: Mutex<Vec<String>>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    /// A world; its fault is injected after [`Self::arm`].
    #[must_use]
    pub fn new(armed: Option<(Call, Fault)>) -> Self {
        let keys = json!({ "kid": "k", "key": "a key of at least thirty-two characters" });
        Self {
            injector: Injector::new(armed),
            recipes: MemoryRecipes::default(),
            artifacts: MemoryArtifacts::default(),
            media: MemoryMedia::default(),
            uploads: MemoryUploads::default(),
            members: MemoryMembers::default(),
            accounts: samples::accounts(),
            feedback: MemoryFeedback::default(),
            shared_lists: MemorySharedLists::default(),
            conversations: MemoryConversations::default(),
            starter: MemoryStarter::default(),
            sign_ins: samples::sign_ins(),
            publisher: MemoryPublisher::default(),
            credits: MemoryCredits::default(),
            counters: MemoryCounters::default(),
            web: samples::web(),
            assistant: samples::assistant(),
            opener: PartsOpener,
            recogniser: samples::words(),
            keys: KeyRing::from_json(&keys.to_string()).expect("keys"),
            machines: Machines::default(),
            guard: Guard::default(),
            clock: Clock::default(),
            events: Mutex::default(),
            refusals: Mutex::default(),
        }
    }

    /// Starts counting calls and injecting the fault.
    pub fn arm(&self) {
        self.injector.turn_on();
    }

    /// Calls since [`Self::arm`].
    #[must_use]
    pub fn calls(&self) -> BTreeSet<Call> {
        self.injector.calls()
    }

    /// Stops injecting.
    pub fn heal(&self) {
        self.injector.turn_off();
    }

    pub(crate) fn port<'w, Inner>(&'w self, function: &'static str, inner: &'w Inner) -> Port<'w, Inner> {
        Port { inner, function, injector: &self.injector, clock: &self.clock }
    }

    pub(crate) fn now(&self) -> Timestamp {
        at(0).plus(self.clock.elapsed())
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.clock.pass(time);
    }

    pub(crate) fn expect(&self, event: Event) {
        lock(&self.events).push(event);
    }

    /// Runs a function; `None` if it was killed.
    pub(crate) fn run<T>(&self, function: impl Future<Output = T>) -> Option<T> {
        self.injector.begin();
        self.pass(Duration::from_millis(100));
        let mut function = pin!(function);
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..POLLS {
            match function.as_mut().poll(&mut context) {
                Poll::Ready(answer) => return Some(answer),
                Poll::Pending if self.injector.is_killed() => return None,
                Poll::Pending => {}
            }
        }
        panic!("a function waits for what does not come");
    }

    /// Calls a function as a client: retries lost responses and server errors, records refusals.
    pub(crate) fn client<T, Calling>(&self, name: &str, call: impl Fn() -> Calling) -> Option<T>
    where
        Calling: Future<Output = Result<T, AppError>>,
    {
        for tried in 0..CLIENT_TRIES {
            match self.run(call()) {
                Some(Ok(answer)) => return Some(answer),
                None
                | Some(Err(
                    AppError::Busy | AppError::ServiceBusy(_) | AppError::Panicked | AppError::Internal(_),
                )) => {
                    self.pass(Duration::from_secs(1 << tried.min(5)));
                }
                Some(Err(error)) => {
                    lock(&self.refusals).push(format!("{name}: {error}"));
                    return None;
                }
            }
        }
        lock(&self.refusals).push(format!("{name}: never answered"));
        None
    }

    /// Client errors in order.
    #[must_use]
    pub fn refusals(&self) -> Vec<String> {
        lock(&self.refusals).clone()
    }

    /// Calls a function with an event, up to `tries` times, as Lambda does.
    pub(crate) fn event<T, Calling>(&self, tries: u32, call: impl Fn() -> Calling)
    where
        Calling: Future<Output = Result<T, AppError>>,
    {
        for _ in 0..tries {
            if let Some(Ok(_)) = self.run(call()) {
                return;
            }
            self.pass(Duration::from_secs(30));
        }
    }
}
