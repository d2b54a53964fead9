//! Faults and the calls they are injected into.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a port call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The service does nothing and does not respond; the caller times out.
    TimedOut,
    /// The service does nothing and reports that it is busy.
    Throttled,
    /// A read is truncated, a write of several steps stops after the first, other calls fail.
    Half,
    /// The service performs the call, but the response is lost.
    AnswerLost,
    /// The service performs the call, but the function ends before the response.
    Killed,
    /// The service rejects the call permanently.
    Refused,
    /// The service is busy for [`OUTAGE`] calls of the method by the function.
    Outage,
}

/// Number of calls in an outage; more than the retries of any state, stream or event.
pub const OUTAGE: u32 = 10;

impl Fault {
    /// All faults.
    pub const ALL: [Self; 7] = [
        Self::TimedOut,
        Self::Throttled,
        Self::Half,
        Self::AnswerLost,
        Self::Killed,
        Self::Refused,
        Self::Outage,
    ];

    /// Whether retries must give the same result as without the fault.
    #[must_use]
    pub fn is_passing(self) -> bool {
        matches!(self, Self::TimedOut | Self::Throttled | Self::Half | Self::AnswerLost)
    }
}

/// One call of a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// Function; for fn-graphql with its field, such as `fn-graphql.createRecipe`.
    pub function: &'static str,
    /// Trait of the port.
    pub port: &'static str,
    /// Method of the port.
    pub method: &'static str,
    /// Number of this call by this function in the run, from 1.
    pub number: u32,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}.{} #{}", self.function, self.port, self.method, self.number)
    }
}

/// Counts calls and injects the armed fault.
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
    /// Arms a fault for a call; `None` for no fault.
    #[must_use]
    pub fn new(armed: Option<(Call, Fault)>) -> Self {
        Self(Mutex::new(State { armed, ..State::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts counting and injecting.
    pub fn turn_on(&self) {
        self.state().is_on = true;
    }

    /// Stops counting and injecting.
    pub fn turn_off(&self) {
        self.state().is_on = false;
    }

    /// Counted calls.
    #[must_use]
    pub fn calls(&self) -> BTreeSet<Call> {
        self.state().calls.clone()
    }

    /// Whether the armed call was made.
    #[must_use]
    pub fn has_struck(&self) -> bool {
        self.state().has_struck
    }

    pub(crate) fn begin(&self) {
        self.state().is_killed = false;
    }

    pub(crate) fn kill(&self) {
        self.state().is_killed = true;
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.state().is_killed
    }

    /// Counts a call and returns its fault, if any.
    pub(crate) fn record_call(
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
