//! Fair queue: round-robin per caller with a concurrency limit. Calls by functions go first, because they
//! complete admitted calls.
//!
//! Stands in for Lambda's scaling on AWS.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::caller::Account;

/// Limits of the queue.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Maximum number of concurrent calls.
    pub running: usize,
    /// Maximum number of concurrent calls per caller; functions are exempt.
    pub running_each: usize,
    /// Maximum number of waiting calls.
    pub waiting: usize,
    /// Maximum number of waiting calls per caller.
    pub waiting_each: usize,
    /// Wait after which a call is rejected.
    pub timeout: Duration,
}

/// Error: the queue is full or the wait timed out.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

/// Running and waiting calls.
pub struct FairQueue {
    room: Room,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    waiting: usize,
    lanes: HashMap<String, Lane>,
    ours: VecDeque<String>,
    callers: VecDeque<String>,
}

#[derive(Default)]
struct Lane {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
}

/// Permit to run one call, released on drop.
pub struct Turn {
    queue: Arc<FairQueue>,
    caller: String,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.queue.leave(&self.caller);
    }
}

impl FairQueue {
    /// An empty queue.
    pub fn new(room: Room) -> Arc<Self> {
        Arc::new(Self { room, state: Mutex::default() })
    }

    /// Whether another call of this caller would be rejected.
    pub fn is_full_for(&self, caller: &str) -> bool {
        let state = self.state();
        let lane = state.lanes.get(caller).map_or(0, |lane| lane.waiting.len());
        state.waiting >= self.room.waiting || lane >= self.room.waiting_each
    }

    /// Waits for a permit; [`Full`] if the queue is full or the wait times out.
    pub async fn enter(self: &Arc<Self>, account: &Account) -> Result<Turn, Full> {
        let caller = &account.name;
        if self.is_full_for(caller) {
            return Err(Full);
        }
        let (admit, admitted) = oneshot::channel();
        {
            let mut state = self.state();
            let lane = state.lanes.entry(caller.clone()).or_default();
            lane.waiting.push_back(admit);
            if lane.waiting.len() == 1 {
                let turns = if account.is_ours { &mut state.ours } else { &mut state.callers };
                turns.push_back(caller.clone());
            }
            state.waiting += 1;
        }
        self.admit();
        match tokio::time::timeout(self.room.timeout, admitted).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) | Err(_) => Err(Full),
        }
    }

    /// Admits waiting calls. A permit sent to a cancelled call is dropped and admits the next one.
    fn admit(self: &Arc<Self>) {
        loop {
            let next = self.state().next(&self.room);
            let Some((caller, admit)) = next else { return };
            // After the lock is released: dropping the permit of a cancelled call acquires it again.
            drop(admit.send(Turn { queue: Arc::clone(self), caller }));
        }
    }

    fn leave(self: &Arc<Self>, caller: &str) {
        {
            let mut state = self.state();
            state.running = state.running.saturating_sub(1);
            let is_idle = state.lanes.get_mut(caller).is_some_and(|lane| {
                lane.running = lane.running.saturating_sub(1);
                lane.running == 0 && lane.waiting.is_empty()
            });
            if is_idle {
                state.lanes.remove(caller);
            }
        }
        self.admit();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self, room: &Room) -> Option<(String, oneshot::Sender<Turn>)> {
        if self.running >= room.running {
            return None;
        }
        let next = next_of(&mut self.ours, &mut self.lanes, room.running)
            .or_else(|| next_of(&mut self.callers, &mut self.lanes, room.running_each))?;
        self.running += 1;
        self.waiting = self.waiting.saturating_sub(1);
        Some(next)
    }
}

/// The next call in round-robin order, skipping callers at their limit.
fn next_of(
    turns: &mut VecDeque<String>,
    lanes: &mut HashMap<String, Lane>,
    running_each: usize,
) -> Option<(String, oneshot::Sender<Turn>)> {
    for _ in 0..turns.len() {
        let caller = turns.pop_front()?;
        let Some(lane) = lanes.get_mut(&caller) else { continue };
        if lane.running >= running_each {
            turns.push_back(caller);
            continue;
        }
        let Some(admit) = lane.waiting.pop_front() else { continue };
        if !lane.waiting.is_empty() {
            turns.push_back(caller.clone());
        }
        lane.running += 1;
        return Some((caller, admit));
    }
    None
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use futures_util::future::BoxFuture;

    use super::*;

    fn room() -> Room {
        Room { running: 2, running_each: 1, waiting: 8, waiting_each: 4, timeout: Duration::from_secs(10) }
    }

    fn account(name: &str) -> Account {
        Account { name: name.to_owned(), is_ours: name == "fn-publish" }
    }

    fn entered(
        queue: &Arc<FairQueue>,
        caller: &'static str,
    ) -> Result<Turn, BoxFuture<'static, Result<Turn, Full>>> {
        let queue = Arc::clone(queue);
        let mut entering = async move { queue.enter(&account(caller)).await }.boxed();
        match (&mut entering).now_or_never() {
            Some(Ok(turn)) => Ok(turn),
            Some(Err(full)) => Err(async { Err(full) }.boxed()),
            None => Err(entering),
        }
    }

    #[tokio::test]
    async fn concurrency_per_caller_is_limited() {
        let queue = FairQueue::new(room());
        let first = entered(&queue, "ana");
        let second = entered(&queue, "ana");
        assert!(first.is_ok() && second.is_err());
        assert!(entered(&queue, "ben").is_ok());
    }

    #[tokio::test]
    async fn waiting_callers_are_served_round_robin() {
        let queue = FairQueue::new(Room { running: 1, ..room() });
        let running = entered(&queue, "ana");
        let waiting: Vec<_> = (0..3).map(|_| entered(&queue, "ana")).collect();
        let Err(other) = entered(&queue, "ben") else { panic!("there was no room") };
        drop(running);
        // One of the first caller's calls was queued before the other caller's.
        let mut hers = waiting.into_iter().filter_map(Result::err);
        let next = hers.next().map(FutureExt::now_or_never);
        assert!(matches!(next, Some(Some(Ok(_)))));
        drop(next);
        assert!(matches!(other.now_or_never(), Some(Ok(_))));
    }

    #[tokio::test]
    async fn function_calls_precede_caller_calls() {
        let queue = FairQueue::new(Room { running: 1, ..room() });
        let running = entered(&queue, "ana");
        let Err(caller) = entered(&queue, "ben") else { panic!("there was no room") };
        let Err(ours) = entered(&queue, "fn-publish") else { panic!("there was no room") };
        drop(running);
        assert!(matches!(ours.now_or_never(), Some(Ok(_))));
        assert!(matches!(caller.now_or_never(), Some(Ok(_))));
    }

    #[tokio::test]
    async fn function_calls_are_exempt_from_the_caller_limit() {
        let queue = FairQueue::new(room());
        let running = [entered(&queue, "fn-publish"), entered(&queue, "fn-publish")];
        assert!(running.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn cancelled_call_frees_its_place() {
        let queue = FairQueue::new(Room { running: 1, ..room() });
        let running = entered(&queue, "ana");
        let Err(gone) = entered(&queue, "ben") else { panic!("there was no room") };
        let Err(next) = entered(&queue, "cem") else { panic!("there was no room") };
        drop(gone);
        drop(running);
        assert!(matches!(next.now_or_never(), Some(Ok(_))));
        let state = queue.state();
        assert_eq!((state.running, state.waiting, state.lanes.len(), state.callers.len()), (0, 0, 0, 0));
    }

    #[tokio::test]
    async fn call_to_full_queue_is_rejected_at_once() {
        let queue = FairQueue::new(Room { waiting: 3, waiting_each: 2, ..room() });
        let _running = [entered(&queue, "ana"), entered(&queue, "ben")];
        let _waiting = [entered(&queue, "ana"), entered(&queue, "ana")];
        assert!(queue.is_full_for("ana") && !queue.is_full_for("ben"));
        assert_eq!(
            queue.enter(&account("ana")).now_or_never().map(|entered| entered.err()),
            Some(Some(Full))
        );
        let _last = entered(&queue, "ben");
        assert!(queue.is_full_for("cem"));
    }

    #[tokio::test]
    async fn call_is_rejected_after_wait_timeout() {
        let queue = FairQueue::new(Room { timeout: Duration::from_millis(1), ..room() });
        let _running = entered(&queue, "ana");
        assert_eq!(queue.enter(&account("ana")).await.err(), Some(Full));
    }
}
