//! Who may run a function next: a few run at once, and callers take turns, however many calls one of them has waiting.
//! Our own functions' calls go before those of callers: each follows from a call that was taken already.
//!
//! On AWS a function scales; a laptop has two cores. What would be a new execution environment there waits here.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::caller::Account;

/// How much runs and waits at once.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Calls that run at once.
    pub running: usize,
    /// Calls of one caller that run at once; our own functions may have all the room.
    pub running_each: usize,
    /// Calls that wait for their turn.
    pub waiting: usize,
    /// Calls of one caller that wait for their turn.
    pub waiting_each: usize,
    /// How long a call waits before it is refused.
    pub timeout: Duration,
}

/// The call cannot run now: too much waits already, or it has waited too long.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

/// The calls that run and those that wait.
pub struct FairQueue {
    room: Room,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: usize,
    waiting: usize,
    lanes: HashMap<String, Lane>,
    /// Our functions of which something waits, in the order of their turns.
    ours: VecDeque<String>,
    /// Callers of whom something waits, in the order of their turns.
    callers: VecDeque<String>,
}

#[derive(Default)]
struct Lane {
    running: usize,
    waiting: VecDeque<oneshot::Sender<Turn>>,
}

/// The right to run one call; it ends when this is dropped.
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
    /// A queue that nobody waits in, with so much room for calls under way and for those that wait.
    pub fn new(room: Room) -> Arc<Self> {
        Arc::new(Self { room, state: Mutex::default() })
    }

    /// Whether another call of this caller would be refused at once.
    pub fn is_full_for(&self, caller: &str) -> bool {
        let state = self.state();
        let lane = state.lanes.get(caller).map_or(0, |lane| lane.waiting.len());
        state.waiting >= self.room.waiting || lane >= self.room.waiting_each
    }

    /// Waits until a call of this caller may run.
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

    /// Lets run what may run. A turn whose call has gone meanwhile comes back by being dropped, and admits the next one.
    fn admit(self: &Arc<Self>) {
        loop {
            let next = self.state().next(&self.room);
            let Some((caller, admit)) = next else { return };
            // Outside the lock: the turn of a call that has gone is dropped here, which takes the lock.
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
    /// Takes the next call that may run out of those that wait, and counts it as running.
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

/// The call of whose turn it is; who runs as many as one may has to let the next one go first.
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

    /// Enters and reports whether that succeeded at once.
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
    async fn one_caller_never_has_all_the_room() {
        let queue = FairQueue::new(room());
        let first = entered(&queue, "ana");
        let second = entered(&queue, "ana");
        assert!(first.is_ok() && second.is_err());
        assert!(entered(&queue, "ben").is_ok());
    }

    #[tokio::test]
    async fn callers_take_turns_however_much_one_has_waiting() {
        let queue = FairQueue::new(Room { running: 1, ..room() });
        let running = entered(&queue, "ana");
        let waiting: Vec<_> = (0..3).map(|_| entered(&queue, "ana")).collect();
        let Err(other) = entered(&queue, "ben") else { panic!("there was no room") };
        drop(running);
        // One of hers was before his, the rest of hers comes after.
        let mut hers = waiting.into_iter().filter_map(Result::err);
        let next = hers.next().map(FutureExt::now_or_never);
        assert!(matches!(next, Some(Some(Ok(_)))));
        drop(next);
        assert!(matches!(other.now_or_never(), Some(Ok(_))));
    }

    #[tokio::test]
    async fn our_own_functions_go_before_callers() {
        let queue = FairQueue::new(Room { running: 1, ..room() });
        let running = entered(&queue, "ana");
        let Err(caller) = entered(&queue, "ben") else { panic!("there was no room") };
        let Err(ours) = entered(&queue, "fn-publish") else { panic!("there was no room") };
        drop(running);
        assert!(matches!(ours.now_or_never(), Some(Ok(_))));
        assert!(matches!(caller.now_or_never(), Some(Ok(_))));
    }

    #[tokio::test]
    async fn our_own_functions_may_have_all_the_room() {
        let queue = FairQueue::new(room());
        let running = [entered(&queue, "fn-publish"), entered(&queue, "fn-publish")];
        assert!(running.iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn who_has_gone_keeps_nobody_waiting() {
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
    async fn what_cannot_wait_is_refused_at_once() {
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
    async fn who_waits_too_long_is_refused() {
        let queue = FairQueue::new(Room { timeout: Duration::from_millis(1), ..room() });
        let _running = entered(&queue, "ana");
        assert_eq!(queue.enter(&account("ana")).await.err(), Some(Full));
    }
}
