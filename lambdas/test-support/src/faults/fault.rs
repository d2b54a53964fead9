//! What goes wrong, and at which call.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a call between a function and a service goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The service does nothing and does not answer: the caller waits for as long as it is patient.
    TimedOut,
    /// The service does nothing and says that it is busy.
    Throttled,
    /// What is read ends in the middle; of what is written in several steps only the first is.
    Half,
    /// The service does it, and its answer is lost.
    AnswerLost,
    /// The service does it, and the function never hears of it: it has come to its own time-out, or has crashed.
    Killed,
    /// The service refuses, as it will each time.
    Refused,
    /// From this call on, the service is busy for the next [`OUTAGE`] calls of its kind by the same function.
    Outage,
}

/// More calls than any state, stream or event is tried.
pub const OUTAGE: u32 = 10;

impl Fault {
    /// Every fault, in the order of the table.
    pub const ALL: [Self; 7] = [
        Self::TimedOut,
        Self::Throttled,
        Self::Half,
        Self::AnswerLost,
        Self::Killed,
        Self::Refused,
        Self::Outage,
    ];

    /// Whether trying again must lead to just what would have been without the fault.
    #[must_use]
    pub fn is_passing(self) -> bool {
        matches!(self, Self::TimedOut | Self::Throttled | Self::Half | Self::AnswerLost)
    }
}

/// One call of a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The function, for fn-graphql with its field: `fn-graphql.createRecipe`.
    pub function: &'static str,
    /// The port's trait.
    pub port: &'static str,
    /// The port's method.
    pub method: &'static str,
    /// Which call of this method by this function in this run, from 1.
    pub number: u32,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}.{} #{}", self.function, self.port, self.method, self.number)
    }
}

/// Counts calls, and breaks the one that it is told to.
#[derive(Debug, Default)]
pub struct Injector(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    is_on: bool,
    armed: Option<(Call, Fault)>,
    outage: Option<(Call, u32)>,
    counts: BTreeMap<(&'static str, &'static str, &'static str), u32>,
    calls: BTreeSet<Call>,
    has_struck: bool,
    is_killed: bool,
}

impl Injector {
    /// Breaks this call, once [`Self::turn_on`] is called; nothing without one.
    #[must_use]
    pub fn new(armed: Option<(Call, Fault)>) -> Self {
        Self(Mutex::new(State { armed, ..State::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on calls are counted, and the armed one breaks.
    pub fn turn_on(&self) {
        self.state().is_on = true;
    }

    /// From now on nothing breaks.
    pub fn turn_off(&self) {
        self.state().is_on = false;
    }

    /// The calls that were counted.
    #[must_use]
    pub fn calls(&self) -> BTreeSet<Call> {
        self.state().calls.clone()
    }

    /// Whether the armed call was made.
    #[must_use]
    pub fn has_struck(&self) -> bool {
        self.state().has_struck
    }

    /// A function begins: none is killed before.
    pub(crate) fn begin(&self) {
        self.state().is_killed = false;
    }

    pub(crate) fn kill(&self) {
        self.state().is_killed = true;
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.state().is_killed
    }

    /// Counts a call and says how it goes wrong, if it does.
    pub(crate) fn strike(
        &self,
        function: &'static str,
        port: &'static str,
        method: &'static str,
    ) -> Option<Fault> {
        let mut state = self.state();
        if !state.is_on {
            return None;
        }
        let count = state.counts.entry((function, port, method)).or_default();
        *count += 1;
        let call = Call { function, port, method, number: *count };
        state.calls.insert(call.clone());
        if let Some((down, left)) = &mut state.outage
            && (down.function, down.port, down.method) == (function, port, method)
            && *left > 0
        {
            *left -= 1;
            return Some(Fault::Throttled);
        }
        let (_, fault) = state.armed.take_if(|(armed, _)| *armed == call)?;
        state.has_struck = true;
        if fault == Fault::Outage {
            state.outage = Some((call, OUTAGE - 1));
        }
        Some(fault)
    }
}
